import { renderToStaticMarkup } from "react-dom/server";

import { HERO } from "../assets/hero.ts";
import { SITE } from "../site.ts";
import { Trajectory } from "../ui/drawings/Trajectory.tsx";
import { Logo } from "../ui/Logo.tsx";
import { Picture } from "../ui/Picture.tsx";

/** Renders the 1200 × 630 px page that `npm run open-graph` captures. The page is not part of a build. */
export function renderLinkPreview(): string {
  return `<!doctype html>${renderToStaticMarkup(<LinkPreview />)}`;
}

function LinkPreview() {
  return (
    <html lang="en">
      <head>
        <title>{SITE.name}</title>
        <link rel="stylesheet" href="/site/styles/main.css" />
        <link rel="stylesheet" href="/site/link-preview/link-preview.css" />
      </head>
      <body className="link-preview">
        <div className="link-preview-logo">
          <Logo name={SITE.name} />
        </div>
        <h1>{SITE.headline}</h1>
        <div className="link-preview-stage">
          <Picture priority source={HERO.image} sizes={[{ width: "768px" }]} alt="" />
          {HERO.path && <Trajectory className="link-preview-path" {...HERO.path} />}
        </div>
      </body>
    </html>
  );
}
