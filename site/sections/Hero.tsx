import { heroAnimation } from "../assets/animation.ts";
import { PICTURES } from "../assets/pictures.ts";
import { OpenRequestDialog } from "../request/OpenRequestDialog.tsx";
import { ANCHORS, SITE } from "../site.ts";
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
          <div className="hero-action">
            <OpenRequestDialog />
            <p className="hero-promise">Reply within {SITE.replyHours} hours</p>
          </div>
        </div>
        <Behind />
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
 * Frame, arms and mugs in the wide picture, of 2000 by 1500: a few pixels inside their outlines, so
 * that none shows as a patch on the light behind them.
 */
const SILHOUETTES =
  "M1420 108l-1313 65 47 777 28-1 5-5-27-454 42-20 3-14-5-4-41 15-6-3 13-11-10-20-13-217 10-10" +
  " 655-35 82 28 4 7 7-4 48 16-2 12 19 6 1 50-22 4-12-8-6 10 4 12-15 2 5 16 25 5 47-7 27 2 15" +
  "-5 5-21-13-11-37-1 0-48 19-6-6-38-73-22-1-5 469-26-5 291-13 7-52-9-24 15-6 23 10 15-2 9 15" +
  " 13-9 20-20-4-7 9-38 2-7 5-24-4-10 11 3 8 8 3 38 6 2 19-4 5-33-7-8 14 12 13 22-3-7 13 3 6" +
  "-23 103 22 14-29 75 8 3 56-9-21-65 59-98 6-2 5-15 38 2 3-15-26-16 13-33-9-15 5-16-3-6 13-31" +
  " 17-5 15 6-5 170-32 69-9 61 137-16 10-43 96-253-3-33-60-11-10-11-8 8-55 2-7-7-21 8-12-5 2-6" +
  " 12 0 6-42-3-20 10-226 0-31z" +
  "M1444 493l12 4-30 67-1-70z" +
  "M432 495l-40 28-14 21-35 228-17 157 189-25-17-29-22-15-10-17-25-7 22-202 5-8 106 85 13 5 7" +
  " 16 24 19-3 7 8 9 60 46 18 11 8-2 39 52 107-13 0-10-21 1-9-5 30-16-1-18-44 18-46-23-3-12-18" +
  "-10 1-9-12-20-31-31-32-30-7 4-37-21-6-14-23-22 1-7-11-2-70-65-7-15 2-11-14 1-22-19-15-25z" +
  "M1712 699l-24 6-68 1-11 16 8 14-3 8 12 7-6 13-12-6-14 9-9 23 17 14 15 3 3 10 14 7 9-40-5-7" +
  " 1-13 8-20 47-6 3 4-40 101 48 38 6-3 24-98 31-5 16-43-4-26-56-11z" +
  "M450 1120 475 930 540 980 565 1020 650 1090 725 1175 765 1125 710 1070 655 1020 580 960 500" +
  " 885 480 845 450 835 412 865 380 1100z" +
  "M875 825 905 795 988 798 974 975 962 1078 873 1078 860 925 898 920z" +
  "M1005 805 1090 805 1086 918 1008 920 990 885 990 850 1006 838z";

const WIDE = "0 0 2000 1500";

/**
 * The trajectory, in the coordinates of the wide picture, so that it passes its machines at the same
 * points in every window; it begins and ends outside. Silhouettes hide it behind the machines: the
 * picture is multiplied onto the page, and the trajectory would show through its bright parts. Not
 * on phones, whose picture has a path of its own.
 */
function Behind() {
  return (
    <div className="hero-stage hero-behind" aria-hidden="true">
      <Trajectory
        className="hero-trajectory"
        fit="xMidYMin"
        viewBox={WIDE}
        path="M-2600 1740C-2278 1701-2024 1690-1700 1690C-1429 1690-1221 1760-950 1760C-574 1760-234 1530-75 1190C-15 1062 25 959 85 830C141 710 208 626 300 530C399 426 522 400 660 360C858 303 1024 296 1230 296C1407 296 1543 340 1720 340C1930 340 2094 321 2300 280"
        samples={[
          [-1700, 1690],
          [-950, 1760],
          [-75, 1190],
          [300, 530],
          [660, 360],
          [1230, 296],
          [1720, 340],
        ]}
      />
      <div className="hero-picture">
        <svg viewBox={WIDE} preserveAspectRatio="xMidYMin">
          {!heroAnimation && <path d={SILHOUETTES} />}
        </svg>
      </div>
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
