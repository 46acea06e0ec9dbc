import { heroAnimation } from "../assets/animation.ts";
import { PICTURES } from "../assets/pictures.ts";
import { OpenRequestDialog } from "../request/OpenRequestDialog.tsx";
import { ANCHORS } from "../site.ts";
import { Animation } from "../ui/Animation.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Picture } from "../ui/Picture.tsx";
import { Trajectory } from "../ui/Trajectory.tsx";

export function Hero() {
  return (
    <section id={ANCHORS.hero} className="hero" aria-labelledby="hero-title" data-motion="tilt">
      <div className="hero-blob" data-motion="parallax" aria-hidden="true" />
      <Trajectory
        className="hero-trajectory"
        viewBox="0 0 1440 900"
        path="M-20 742C150 700 240 812 420 798S700 640 826 560s180-260 330-300 214 60 304 20"
        samples={[
          [81, 734],
          [394, 799],
          [655, 694],
          [868, 528],
          [1034, 336],
          [1263, 253],
        ]}
      />
      <div className="hero-inner">
        <div className="hero-words">
          <Chip number="01" label="Purpose" />
          <h1 id="hero-title">Scale Your Robot Training with Custom Data Collection</h1>
          <p className="hero-subtitle">
            Expert operators collect task-specific demonstrations on UMI, ALOHA and custom robots.
            You get annotated, quality-controlled, multi-modal datasets in weeks, not months.
          </p>
          <div className="hero-action">
            <OpenRequestDialog />
            <p className="hero-promise">Reply within 24 hours</p>
          </div>
        </div>
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

function HeroPicture() {
  return (
    <Picture
      first
      source={PICTURES.hero}
      sizes="(min-width: 1024px) 54vw, 100vw"
      narrow={{ source: PICTURES.heroNarrow, sizes: "100vw" }}
      alt="A robot data acquisition scene: on a wooden bench two small leader arms guide two larger arms, one closing its gripper on an orange cup, the other lifting a blue cloth, under a gantry with a depth camera."
    />
  );
}
