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
      <Trajectory
        className="hero-trajectory"
        stretch
        viewBox="0 0 1440 900"
        path="M0 795C150 762 240 860 420 842S640 650 720 540 810 420 890 362 1080 282 1210 282 1350 330 1440 300"
        samples={[
          [84, 788.9],
          [388.5, 844],
          [643, 669.6],
          [806, 430.4],
          [1031.3, 300.3],
          [1357.6, 306.6],
        ]}
      />
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

/** Outlines of frame, arms and mugs in the wide picture, of 2000 by 1500. */
const SILHOUETTES =
  "M103 171 1441 107 1420 640h-32l12-503-393 45v54l-40-6-161-56-656 31 38 795h-38z" +
  "M917 290l15-8h98l12 12-6 32-118 2z" +
  "M322 968 372 560 405 508 445 492 478 520 502 555 580 635 625 668 675 695 760 790 800 825 830 845 865 880 935 1020 915 1045 798 938 752 878 712 822 615 755 585 715 465 625 440 970z" +
  "M380 1100 412 865 450 835 480 845 500 885 580 960 655 1020 710 1070 765 1125 725 1175 650 1090 565 1020 540 980 475 930 450 1120z" +
  "M875 825 905 795 988 798 974 975 962 1078 873 1078 860 925 898 920z" +
  "M1005 805 1090 805 1086 918 1008 920 990 885 990 850 1006 838z" +
  "M1203 540 1262 532 1298 480 1305 438 1345 428 1440 436 1560 442 1592 460 1588 496 1505 712 1488 790 1480 815 1345 815 1362 722 1458 508 1400 497 1358 500 1352 585 1372 610 1320 634 1252 739 1220 735 1240 620 1208 590z" +
  "M1610 710 1645 698 1730 695 1780 705 1790 725 1725 910 1720 945 1625 945 1630 900 1690 745 1660 745 1645 770 1645 795 1585 795 1605 760z";

/** What the narrow picture shows of the wide one. */
const NARROW = "598 358 1132 1132";

/**
 * Hides the trajectory behind the machines: the picture is multiplied onto the page, and the
 * trajectory would show through its bright parts.
 */
function Occlusion() {
  return (
    <div className="hero-stage hero-occlusion" aria-hidden="true">
      <div className="hero-picture">
        {[NARROW, "0 0 2000 1500"].map((viewBox) => (
          <svg key={viewBox} viewBox={viewBox} preserveAspectRatio="xMidYMin">
            <path d={SILHOUETTES} />
          </svg>
        ))}
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
