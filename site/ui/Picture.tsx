/** A picture encoded at several widths, as `../assets/pictures.ts` lists them. */
export type PictureSource = {
  /** As in `assets/pictures/previews.css`. */
  name: string;
  avif: string;
  webp: string;
  /** Fallback URL, of a medium width. */
  src: string;
  width: number;
  height: number;
};

/**
 * The CSS width at which the picture is drawn if the media query matches; the last entry has no media
 * query. If `object-fit: cover` crops the sides, this is more than the frame's width. WebKit supports
 * `calc()` here, but not `min()`.
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
   * Set for the largest picture on the first screen, which is fetched first. The others are fetched
   * when they are near the window.
   */
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
