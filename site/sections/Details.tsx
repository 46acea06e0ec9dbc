import type { ReactNode } from "react";

import { ANCHORS } from "../site.ts";

const ITEMS = [
  {
    title: "Data Collection",
    text: "Custom datasets for your specific field, plus access to a multi-modal data repository.",
  },
  {
    title: "Precision Data Processing",
    text: "Raw sensor inputs become annotated, quality-controlled, multi-modal datasets, ready for training.",
  },
];

/** The details beside the request form, which comes from outside. */
export function Details({ children }: { children: ReactNode }) {
  return (
    <section id={ANCHORS.details} className="details" aria-labelledby="details-title">
      <div className="details-inner">
        <div className="details-card" data-motion="reveal">
          <h2 id="details-title">The details</h2>
          <ol className="details-items">
            {ITEMS.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
        <div className="details-form">
          <p id="request-sent" className="details-sent" tabIndex={-1}>
            <strong>Thank you. We have received your request.</strong> We reply within 24 hours.
          </p>
          {children}
        </div>
      </div>
    </section>
  );
}
