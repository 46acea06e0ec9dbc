export type PictureSource = {
  name: string;
  avif: string;
  webp: string;
  /** URL of the fallback image, which has a medium width. */
  src: string;
  width: number;
  height: number;
};

/**
 * Entry of the attribute `sizes`. `width` is that of the rendered image, which `object-fit: cover` may make wider than
 * its frame. The last entry has no media query. WebKit supports `calc()` in `width`, but not `min()`.
 */
type Size = { media?: string; width: string };

/** Width between a phone's gutters. */
export const PHONE_WIDTH = "calc(100vw - 2.5rem)";

type PictureProps = {
  source: PictureSource;
  /** Empty if decorative. */
  alt: string;
  sizes: Size[];
  /** Art direction: a different crop for some viewports. */
  crop?: { media: string; source: PictureSource; sizes: Size[] };
  /** Loads with high priority, for the largest image in the first viewport. Other images load lazily. */
  priority?: boolean;
  className?: string;
};

export function Picture({ source, alt, sizes, crop, priority, className = "" }: PictureProps) {
  return (
    <picture className={`preview-${source.name} ${className}`.trimEnd()}>
      {crop && <Sources {...crop} />}
      <Sources source={source} sizes={sizes} />
      <img
        src={source.src}
        alt={alt}
        width={source.width}
        height={source.height}
        decoding="async"
        {...(priority ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
      />
    </picture>
  );
}

type SourcesProps = { source: PictureSource; sizes: Size[]; media?: string };

function Sources({ source, sizes, media }: SourcesProps) {
  const attributes = {
    sizes: sizes.map(({ media: query = "", width }) => `${query} ${width}`.trim()).join(),
    media,
    width: source.width,
    height: source.height,
  };
  return (
    <>
      <source type="image/avif" srcSet={source.avif} {...attributes} />
      <source type="image/webp" srcSet={source.webp} {...attributes} />
    </>
  );
}
