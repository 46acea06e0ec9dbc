import type { ReactNode } from "react";

import { Chip } from "../../ui/Chip.tsx";

export function Specs({ children }: { children?: ReactNode }) {
  return (
    <section id="specifications" className="specs" aria-label="Specs">
      <div className="section">
        {/* Has no leading zero, because the specification writes "3" here, but "01" and "02" elsewhere. */}
        <Chip number="3" label="Specs" />
        <p className="specs-statement">
          Expert operators collect task-specific demonstrations: manipulation, navigation and custom
          tasks.
        </p>
        {children}
      </div>
    </section>
  );
}
