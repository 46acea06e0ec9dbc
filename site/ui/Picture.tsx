/** A picture encoded at several widths, as `../assets/pictures.ts` lists them. */
export type PictureSource = {
  avif: string;
  webp: string;
  /** Fallback address, of a middling width. */
  src: string;
  width: number;
  height: number;
};

/**
 * The width, in CSS, at which the picture is drawn where the media query matches; the last has none.
 * Where `object-fit: cover` crops the sides, that is more than the width of its frame. A plain length:
 * WebKit knows no `min()` here.
 */
type DrawnWidth = { media?: string; width: string };

type PictureProps = {
  source: PictureSource;
  /** What is seen; empty for decoration. */
  alt: string;
  drawn: DrawnWidth[];
  /** Another composition of the same picture, shown where its media query matches. */
  crop?: { media: string; source: PictureSource; drawn: DrawnWidth[] };
  /** The first thing seen: fetched at once, ahead of others. All else waits until it is near. */
  priority?: boolean;
  className?: string;
};

/**
 * Chromium takes the smaller of two encodings up to their geometric mean. They are a third apart, so
 * that with this none is ever drawn larger than it is.
 */
const SLACK = 1.16;

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
  const sizes = drawn.map((at) => `${at.media ?? ""} calc(${SLACK} * ${at.width})`.trim()).join();
  const size = { sizes, media, width: source.width, height: source.height };
  return (
    <>
      <source type="image/avif" srcSet={source.avif} {...size} />
      <source type="image/webp" srcSet={source.webp} {...size} />
    </>
  );
}
