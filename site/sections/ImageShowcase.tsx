import { PICTURES } from "../assets/pictures.ts";
import { ANCHORS } from "../site.ts";
import { Picture } from "../ui/Picture.tsx";

export function ImageShowcase() {
  return (
    <section id={ANCHORS.imageShowcase} className="acquisition" aria-labelledby="acquisition-title">
      <h2 id="acquisition-title" className="acquisition-title" data-motion="reveal">
        Professional Data Collection
      </h2>
      <div className="acquisition-stage" data-motion="reveal">
        <Picture
          className="acquisition-picture marks"
          source={PICTURES.operator}
          sizes="(min-width: 1280px) 1280px, 100vw"
          narrow={{ source: PICTURES.operatorNarrow, sizes: "100vw" }}
          alt="An operator at a workbench with a handheld gripper in each gloved hand, orange jaws closing on a white cup."
        />
        <div className="acquisition-card">
          <h3>Data Acquisition</h3>
          <p>Expert operators lead the task by hand while every sensor records.</p>
        </div>
      </div>
    </section>
  );
}
