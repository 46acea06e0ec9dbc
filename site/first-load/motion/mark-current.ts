/**
 * Marks the link to a section as the current one once that begins above 30 % of the window's height, and
 * until the next one does. `data-current-from` names an earlier section from which a link is current;
 * "#top", which is no element, stands for the first section.
 */
export function markCurrent(element: HTMLElement): () => void {
  const links = new Map<Element | null, HTMLAnchorElement>();
  for (const link of element.querySelectorAll("a")) {
    const from = link.dataset["currentFrom"] ?? link.hash.replace("#top", "section");
    links.set(document.querySelector(from), link);
  }
  const sections = [...document.querySelectorAll("section")].filter((section) =>
    links.has(section),
  );
  const begun = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        begun[isIntersecting ? "add" : "delete"](target);
      }
      const current = sections.findLast((section) => begun.has(section));
      for (const [section, link] of links) {
        link.ariaCurrent = section === current ? "location" : null;
      }
    },
    // From far above the window: a section that is above it has begun, too.
    { root: document, rootMargin: "10000% 0px -70%" },
  );
  for (const section of sections) observer.observe(section);
  return () => observer.disconnect();
}
