import { ANCHORS } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";
import { SpecsStrip } from "./SpecsStrip.tsx";

export function Specs() {
  return (
    <section id={ANCHORS.specs} className="specs" aria-label="Specs">
      <div className="section">
        <Chip number="3" label="Specs" />
        <p className="specs-statement">
          Every demonstration is collected by an expert operator: manipulation, navigation or a task
          of your own, recorded from every sensor and turned into data that a model
          can&nbsp;learn&nbsp;from.
        </p>
        <SpecsStrip />
      </div>
    </section>
  );
}
