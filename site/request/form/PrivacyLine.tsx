export function PrivacyLine({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <p className="privacy-line">
      <a href={url} rel="privacy-policy">
        How we use your data
      </a>
    </p>
  );
}
