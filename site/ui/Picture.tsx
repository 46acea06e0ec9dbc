/** A picture encoded at several widths, as `../assets/pictures.ts` lists them. */
export type PictureSource = {
  avif: string;
  webp: string;
  /** Fallback address, of a middling width. */
  src: string;
  width: number;
  height: number;
};

type PictureProps = {
  source: PictureSource;
  /** What is seen; empty for decoration. */
  alt: string;
  sizes: string;
  /** A crop of its own for narrow windows: shown below 768 px. */
  narrow?: { source: PictureSource; sizes: string };
  /** The first thing seen: fetched at once, ahead of others. All else waits until it is near. */
  first?: boolean;
  className?: string;
};

const NARROW = "(max-width: 767.98px)";

export function Picture({ source, alt, sizes, narrow, first = false, className }: PictureProps) {
  return (
    <picture className={className}>
      {narrow && <Sources {...narrow} media={NARROW} />}
      <Sources source={source} sizes={sizes} />
      <img
        src={source.src}
        alt={alt}
        width={source.width}
        height={source.height}
        decoding="async"
        {...(first ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
      />
    </picture>
  );
}

function Sources(props: { source: PictureSource; sizes: string; media?: string }) {
  const { source, sizes, media } = props;
  const size = { sizes, media, width: source.width, height: source.height };
  return (
    <>
      <source type="image/avif" srcSet={source.avif} {...size} />
      <source type="image/webp" srcSet={source.webp} {...size} />
    </>
  );
}
