import { REPLY_PROMISE_HOURS } from "../../domain/data-requirement.ts";
import { heroAnimation } from "../assets/animation.ts";
import { PICTURES } from "../assets/pictures.ts";
import { OpenRequestDialog } from "../request/OpenRequestDialog.tsx";
import { ANCHORS } from "../site.ts";
import { Animation } from "../ui/Animation.tsx";
import { Chip } from "../ui/Chip.tsx";
import { Picture } from "../ui/Picture.tsx";
import { Trajectory } from "../ui/drawings/Trajectory.tsx";
import { Unbroken } from "../ui/Unbroken.tsx";

const SUBTITLE =
  "Expert operators collect task-specific demonstrations on UMI, ALOHA and custom robots. " +
  "You get multi-modal datasets, annotated and quality-controlled, in weeks.";

export function Hero() {
  return (
    <section id={ANCHORS.hero} className="hero" aria-labelledby="hero-title" data-motion="tilt">
      <div className="hero-blob" data-motion="parallax" aria-hidden="true" />
      <div className="hero-inner">
        <div className="hero-text">
          <Chip number="01" label="Purpose" />
          <h1 id="hero-title">Scale Your Robot Training with Custom Data Collection</h1>
          <p className="hero-subtitle">
            <Unbroken>{SUBTITLE}</Unbroken>
          </p>
          <div className="button-row">
            <OpenRequestDialog />
            <p>Reply within {REPLY_PROMISE_HOURS} hours</p>
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

/**
 * The picture, with a trajectory in the picture's coordinates. In every window it begins outside and ends
 * in the gripper, with a gap where it passes behind the left post.
 */
function HeroPicture() {
  return (
    <>
      <Picture
        priority
        source={PICTURES.hero}
        drawn={[
          { media: "(width >= 64rem)", width: "54vw" },
          { media: "(width >= 48rem)", width: "100vw" },
          // Below a phone's full pixel density, because this picture is most of the first load.
          { width: "86vw" },
        ]}
        alt="Robot data acquisition: two leader arms guide two robot arms that lift a cup and a blue cloth."
      />
      <Trajectory
        className="hero-trajectory"
        viewBox="0 0 2000 1500"
        path="M-2600 1690C-2278 1651-2024 1640-1700 1640C-1429 1640-1221 1710-950 1710C-574 1710-234 1530-75 1190C-15 1062 25 959 85 830C101 796 118 764 136 735M175 677C211 627 252 580 300 530C450 373 640 330 800 335C985 341 1140 490 1244 736"
        samples={[
          [-1582, 1644],
          [-950, 1710],
          [-75, 1190],
          [300, 530],
          [529, 378],
          [800, 335],
          [1078, 470],
          [1244, 736],
        ]}
      />
    </>
  );
}
