import type { ReactNode } from "react";

import { ANCHORS } from "../site.ts";
import { Chip } from "../ui/Chip.tsx";

const FEATURES = [
  {
    title: "Fast Turnaround",
    text: "Thousands of demonstrations in weeks, not months.",
    drawing: (
      <>
        <path d="M4 34C10 12 22 8 30 20s12 14 18 4" />
        <circle cx="4" cy="34" r="2" />
        <circle cx="30" cy="20" r="2" />
        <path d="m42 26 6-2 1 6" />
      </>
    ),
  },
  {
    title: "Hardware Agnostic",
    text: "UMI, ALOHA and custom robot setups: we collect on the one you use.",
    drawing: (
      <>
        <path d="M8 40h12M14 40V26l14-12 12 6" />
        <circle cx="14" cy="26" r="3" />
        <circle cx="28" cy="14" r="3" />
        <path d="m40 20 6-3M40 20l5 5" />
      </>
    ),
  },
  {
    title: "Quality First",
    text: "Annotated, quality-controlled datasets from raw sensor inputs.",
    drawing: (
      <>
        <path d="M8 16V8h8M36 8h8v8M44 32v8h-8M16 40H8v-8" />
        <path d="m18 25 6 6 11-13" />
      </>
    ),
  },
  {
    title: "Custom Scenarios",
    text: "Manipulation, navigation or a task nobody has recorded yet.",
    drawing: (
      <>
        <path d="m26 6 16 9v18l-16 9-16-9V15z" />
        <path d="m10 15 16 9 16-9M26 24v18" />
      </>
    ),
  },
];

export function Features() {
  return (
    <section id={ANCHORS.features} className="features" aria-labelledby="features-title">
      <div className="features-inner">
        <div className="features-words">
          <Chip label="Our Advantage" />
          <h2 id="features-title">Why Work With Us</h2>
        </div>
        <ul className="features-cards">
          {FEATURES.map(({ title, text, drawing }) => (
            <li key={title} className="features-card" data-motion="reveal">
              <Drawing>{drawing}</Drawing>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="features-drawing" viewBox="0 0 52 48" width="52" height="48" aria-hidden="true">
      {children}
    </svg>
  );
}
