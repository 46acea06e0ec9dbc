import ogImage from "../assets/open-graph.jpg?url";
import { SITE } from "../site.ts";
import { readToken } from "../styles/read-token.ts";

import tokens from "../styles/tokens.css?raw";

const ORGANIZATION = {
  "@context": "https://schema.org",
  "@type": "Organization",
  name: SITE.name,
  url: `${SITE.origin}/`,
  logo: `${SITE.origin}/apple-touch-icon.png`,
};

/** Metadata. A page without `path` has no canonical URL and is not indexed. */
export function Head({ title, path }: { title: string; path?: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={SITE.description} />
      <meta name="theme-color" content={readToken(tokens, "--page")} />
      <meta name="color-scheme" content="only light" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={SITE.origin + path} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={SITE.name} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={SITE.description} />
          <meta property="og:url" content={SITE.origin + path} />
          <meta property="og:image" content={SITE.origin + ogImage} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta
            property="og:image:alt"
            content={`${SITE.name}: ${SITE.headline}. Beside it, a demonstrated path ends in the gripper of a robot arm.`}
          />
          <meta name="twitter:card" content="summary_large_image" />
          <script type="application/ld+json">{JSON.stringify(ORGANIZATION)}</script>
        </>
      )}
    </>
  );
}
