import type { ReactNode } from "react";

/** A browser would otherwise break the line after the hyphen. */
const MULTI_MODAL = <span className="details-no-break">multi-modal</span>;

const ITEMS = [
  {
    title: "Data Collection",
    text: <>Custom datasets for your field, plus access to a {MULTI_MODAL} data repository.</>,
  },
  {
    title: "Precision Data Processing",
    text: <>Raw sensor inputs become annotated, quality-controlled, {MULTI_MODAL} datasets.</>,
  },
];

export function Details({ children }: { children: ReactNode }) {
  return (
    <section id="details" className="details" aria-labelledby="details-title">
      <div className="section details-inner">
        <div className="card details-card">
          <h2 id="details-title">The details</h2>
          <ul className="details-items">
            {ITEMS.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
        <div className="details-form">{children}</div>
      </div>
    </section>
  );
}
