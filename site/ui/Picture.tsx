/** A picture encoded at several widths, as `../assets/pictures.ts` lists them. */
export type PictureSource = {
  avif: string;
  webp: string;
  /** Fallback URL, of a medium width. */
  src: string;
  width: number;
  height: number;
};

/**
 * The width, in CSS, at which the picture is drawn where the media query matches; the last has
 * none. Where `object-fit: cover` crops the sides, that is more than the width of its frame. A
 * plain length: WebKit does not support `min()` here.
 */
type DrawnWidth = { media?: string; width: string };

type PictureProps = {
  source: PictureSource;
  /** Alternative text; empty for decoration. */
  alt: string;
  drawn: DrawnWidth[];
  /** Another composition of the same picture, shown where its media query matches. */
  crop?: { media: string; source: PictureSource; drawn: DrawnWidth[] };
  /**
   * The largest picture of the first screen: fetched at once, before others. The rest wait until
   * they are near.
   */
  priority?: boolean;
  className?: string;
};

/**
 * Chromium picks the smaller of two encodings up to their geometric mean. Their widths are a third
 * apart, so that with this factor none is drawn larger than it is.
 */
const SIZES_FACTOR = 1.16;

export function Picture({ source, alt, drawn, crop, priority, className }: PictureProps) {
  return (
    <picture className={className}>
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
  const sizes = drawn
    .map((at) => `${at.media ?? ""} calc(${SIZES_FACTOR} * ${at.width})`.trim())
    .join();
  const size = { sizes, media, width: source.width, height: source.height };
  return (
    <>
      <source type="image/avif" srcSet={source.avif} {...size} />
      <source type="image/webp" srcSet={source.webp} {...size} />
    </>
  );
}
