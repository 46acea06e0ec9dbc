import { IMAGES } from "../../assets/images.ts";
import { attach } from "../../attributes.ts";
import { FROM_TABLET, FROM_WIDE, UPRIGHT } from "../../ui/media.ts";
import { PHONE_WIDTH, Picture } from "../../ui/Picture.tsx";
import { reveal } from "../../ui/reveal.effect.ts";

export function ImageShowcase() {
  return (
    <section
      id="showcase"
      className="section image-showcase"
      aria-labelledby="image-showcase-title"
    >
      <h2 id="image-showcase-title" className="image-showcase-title" {...attach({ reveal })}>
        Professional Data Collection
      </h2>
      <div className="image-showcase-picture" {...attach({ reveal })}>
        <Picture
          source={IMAGES.operator}
          sizes={[{ media: FROM_WIDE, width: "75vw" }, { width: "92vw" }]}
          crop={{
            media: UPRIGHT,
            source: IMAGES.operatorNarrow,
            sizes: [{ media: FROM_TABLET, width: "92vw" }, { width: PHONE_WIDTH }],
          }}
          alt="An operator at a workbench with a handheld gripper in each gloved hand, orange jaws closing on a white cup."
        />
      </div>
      <div className="card image-showcase-card" {...attach({ reveal })}>
        <h3>Data Acquisition</h3>
        <p>An operator demonstrates your task while the sensors record it.</p>
      </div>
    </section>
  );
}
