import type { ReactNode } from "react";

import { REPLY_PROMISE_HOURS } from "../../domain/data-requirement.ts";
import { ANCHORS } from "../site.ts";
import { Unbroken } from "../ui/Unbroken.tsx";

const ITEMS = [
  {
    title: "Data Collection",
    text: "Custom datasets for your specific field, plus access to a\u00a0multi-modal data repository.",
  },
  {
    title: "Precision Data Processing",
    text: "From raw sensor inputs to multi-modal datasets: annotated, checked for quality, ready for training.",
  },
];

/** The details beside the request form, which the page passes in. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <section id={ANCHORS.details} className="details" aria-labelledby="details-title">
      <div className="section details-inner">
        <div className="details-side">
          <div className="details-card" data-motion="reveal">
            <h2 id="details-title">The details</h2>
            <ol className="details-items">
              {ITEMS.map(({ title, text }) => (
                <li key={title}>
                  <h3>{title}</h3>
                  <p>
                    <Unbroken>{text}</Unbroken>
                  </p>
                </li>
              ))}
            </ol>
          </div>
          <NextSteps />
        </div>
        <div className="details-form">{children}</div>
      </div>
    </section>
  );
}

function NextSteps() {
  return (
    <div className="details-next" data-motion="reveal">
      <h3>What happens next</h3>
      <ol className="waypoints">
        <li>We receive your request.</li>
        <li>An operator team reads it.</li>
        <li>You get a reply within {REPLY_PROMISE_HOURS} hours.</li>
      </ol>
    </div>
  );
}
