import { SHORT_REPLY_PROMISE } from "../../../domain/reply-promise.ts";
import { Animation } from "../../animation/Animation.tsx";
import { HERO } from "../../assets/hero.ts";
import { attach } from "../../attributes.ts";
import { RequestDataButton } from "../../request/RequestDataButton.tsx";
import { SITE } from "../../site.ts";
import { Chip } from "../../ui/Chip.tsx";
import { dotPath } from "../../ui/drawings/dot-path.ts";
import { Trajectory } from "../../ui/drawings/Trajectory.tsx";
import { FROM_DESKTOP, FROM_TABLET, FROM_WIDE } from "../../ui/media.ts";
import { Picture } from "../../ui/Picture.tsx";
import { markDecoded, parallax, tilt } from "./hero.effect.ts";

export function Hero() {
  return (
    <section id="hero" className="hero" aria-labelledby="hero-title" {...attach({ tilt })}>
      <div className="hero-inner">
        <div className="screen-only hero-blob" {...attach({ parallax })} aria-hidden="true" />
        <div className="hero-text">
          <Chip number="01" label="Purpose" />
          <h1 id="hero-title">{SITE.headline}</h1>
          <p className="hero-subtitle">
            Robot demonstration data for robotics and machine-learning teams.
          </p>
          <div className="screen-only button-row">
            <RequestDataButton isMainAction />
            <p>{SHORT_REPLY_PROMISE}</p>
          </div>
        </div>
        <div className="hero-stage">
          <div className="hero-frame" {...attach({ markDecoded })}>
            <div className="hero-picture">
              {HERO.animation ? (
                <Animation source={HERO.animation} label="robot data acquisition">
                  <HeroPicture />
                </Animation>
              ) : (
                <HeroPicture />
              )}
            </div>
            {!HERO.animation && HERO.path && (
              <Trajectory className="hero-trajectory" {...HERO.path}>
                <path
                  className="hero-arrival"
                  d={HERO.path.samples.slice(-1).map(dotPath).join("")}
                />
              </Trajectory>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

function HeroPicture() {
  return (
    <Picture
      priority
      source={HERO.image}
      sizes={[
        { media: FROM_WIDE, width: "48vw" },
        { media: FROM_DESKTOP, width: "52vw" },
        { media: FROM_TABLET, width: "100vw" },
        // Requests fewer pixels than a phone can show, because this image is most of the first load.
        { width: "86vw" },
      ]}
      alt="Robot data acquisition: two leader arms guide two robot arms. One grips an orange cup, the other lifts a blue cloth."
    />
  );
}
