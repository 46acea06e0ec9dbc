/**
 * Marks the link to the section at 40 % of the window's height as the current one. "#top", which is no
 * element, stands for the first section.
 */
export function markCurrent(element: HTMLElement): () => void {
  const links = new Map<Element | null, HTMLAnchorElement>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = links.get(target);
        if (link) link.ariaCurrent = isIntersecting ? "location" : null;
      }
    },
    { rootMargin: "-40% 0px -60%" },
  );
  for (const link of element.querySelectorAll("a")) {
    const section = document.querySelector(link.hash.replace("#top", "section"));
    links.set(section, link);
    if (section) observer.observe(section);
  }
  return () => observer.disconnect();
}
