import { heroAnimation } from "../assets/animation.ts";
import { PICTURES } from "../assets/pictures.ts";
import { OpenRequestDialog } from "../request/OpenRequestDialog.tsx";
import { ANCHORS, SITE } from "../site.ts";
import { Animation } from "../ui/Animation.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Picture } from "../ui/Picture.tsx";
import { Trajectory } from "../ui/Trajectory.tsx";
import { Unbroken } from "../ui/Unbroken.tsx";

const SUBTITLE =
  "Expert operators collect task-specific demonstrations on UMI, ALOHA and custom robots. " +
  "You get multi-modal datasets, annotated and quality-controlled, in weeks.";

export function Hero() {
  return (
    <section id={ANCHORS.hero} className="hero" aria-labelledby="hero-title" data-motion="tilt">
      <div className="hero-blob" data-motion="parallax" aria-hidden="true" />
      <Trajectory
        className="hero-trajectory"
        stretch
        viewBox="0 0 1440 900"
        path="M0 737C150 700 240 812 420 798S640 650 720 540 810 420 890 362 1080 236 1210 236 1350 290 1440 262"
        samples={[
          [81, 730.2],
          [394, 799.2],
          [640, 662.6],
          [806, 430.4],
          [1034, 276],
          [1380, 269.4],
        ]}
      />
      <div className="hero-inner">
        <div className="hero-words">
          <Chip number="01" label="Purpose" />
          <h1 id="hero-title">Scale Your Robot Training with Custom Data Collection</h1>
          <p className="hero-subtitle">
            <Unbroken>{SUBTITLE}</Unbroken>
          </p>
          <div className="hero-action">
            <OpenRequestDialog />
            <p className="hero-promise">Reply within {SITE.replyHours} hours</p>
          </div>
        </div>
        {!heroAnimation && <Occlusion />}
        <div className="hero-stage">
          <div className="hero-picture">
            {heroAnimation ? (
              <Animation source={heroAnimation} label="robot data acquisition">
                <HeroPicture />
              </Animation>
            ) : (
              <HeroPicture />
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

/** The frame's silhouette: where the trajectory, behind the picture, would shine through its metal. */
function Occlusion() {
  return (
    <div className="hero-stage hero-occlusion" aria-hidden="true">
      <svg className="hero-picture" viewBox="0 0 2000 1500">
        <path d="M103 171 1441 107 1420 640h-32l12-503-393 45v54l-40-6-161-56-656 31 38 795h-38zM917 290l15-8h98l12 12-6 32-118 2z" />
      </svg>
    </div>
  );
}

function HeroPicture() {
  return (
    <Picture
      priority
      source={PICTURES.hero}
      drawn={[{ media: "(min-width: 1024px)", width: "54vw" }, { width: "100vw" }]}
      crop={{
        media: "(max-width: 767.98px)",
        source: PICTURES.heroNarrow,
        drawn: [{ width: "100vw" }],
      }}
      alt="Robot data acquisition: two leader arms guide two robot arms that lift a cup and a blue cloth."
    />
  );
}
