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
 * Width of the rendered image in CSS, which may exceed its frame with `object-fit: cover`. The last entry has no media
 * query. WebKit supports `calc()` here, but not `min()`.
 */
type DrawnWidth = { media?: string; width: string };

/** Width between a phone's gutters. */
export const PHONE_WIDTH = "calc(100vw - 2.5rem)";

type PictureProps = {
  source: PictureSource;
  /** Empty if decorative. */
  alt: string;
  drawn: DrawnWidth[];
  /** Art direction: a different crop for some viewports. */
  crop?: { media: string; source: PictureSource; drawn: DrawnWidth[] };
  /** Loads with high priority, for the largest image in the first viewport. Other images load lazily. */
  priority?: boolean;
  className?: string;
};

export function Picture({ source, alt, drawn, crop, priority, className = "" }: PictureProps) {
  return (
    <picture className={`preview-${source.name} ${className}`.trimEnd()}>
      {crop && <Sources {...crop} />}
      <Sources source={source} drawn={drawn} />
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

type SourcesProps = { source: PictureSource; drawn: DrawnWidth[]; media?: string };

function Sources({ source, drawn, media }: SourcesProps) {
  const sizes = drawn.map(({ media: query = "", width }) => `${query} ${width}`.trim()).join();
  const size = { sizes, media, width: source.width, height: source.height };
  return (
    <>
      <source type="image/avif" srcSet={source.avif} {...size} />
      <source type="image/webp" srcSet={source.webp} {...size} />
    </>
  );
}
