export type PictureSource = {
  name: string;
  avif: string;
  webp: string;
  /** Fallback URL, of a medium width. */
  src: string;
  width: number;
  height: number;
};

/**
 * The CSS width at which the picture is drawn; the last entry has no media query. Where `object-fit: cover` crops the
 * sides, it is more than the frame's. WebKit supports `calc()` here, but not `min()`.
 */
type DrawnWidth = { media?: string; width: string };

/** Between the gutters of a phone's window. */
export const PHONE_WIDTH = "calc(100vw - 2.5rem)";

type PictureProps = {
  source: PictureSource;
  /** Empty for decoration. */
  alt: string;
  drawn: DrawnWidth[];
  /** A different composition for some windows. */
  crop?: { media: string; source: PictureSource; drawn: DrawnWidth[] };
  /** For the largest picture on the first screen. The others are fetched when they are near the window. */
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
