import { ISLAND, LOADS, SCRIPT_NOTICE } from "../attributes.ts";
import { ISLANDS, type IslandName } from "../on-demand/islands.ts";

/**
 * Fetches an island's script when the visitor scrolls near the island. Hovering over, focusing or clicking the island,
 * or a control that leads to it, also fetches the script. The first press of Tab fetches all islands' scripts.
 */
export function loadIslands(): void {
  const islands = [...document.querySelectorAll(`[${ISLAND}]`)];
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) void load(target);
    },
    { rootMargin: "100%" },
  );
  for (const island of islands) {
    near.observe(island);
    scriptNoticeOf(island)?.toggleAttribute("hidden", true);
  }
  addEventListener("keydown", ({ key }) => {
    if (key === "Tab") for (const island of islands) void load(island);
  });
  for (const type of ["pointerover", "focusin", "click"]) {
    document.addEventListener(type, ({ target }) => {
      const used = (target as Element).closest?.(`[${ISLAND}], [${LOADS}]`);
      const name = used?.getAttribute(LOADS);
      const island = name ? document.querySelector(`[${ISLAND}=${name}]`) : used;
      if (island) void load(island);
    });
  }
}

const started = new Set<Element>();

/** After a failed fetch, the next call tries again. In Chromium and Firefox, it fails until the page is reloaded. */
async function load(island: Element): Promise<void> {
  if (started.has(island)) return;
  started.add(island);
  // `NeedsScript.css` shows the notice only if it is still there after six seconds.
  scriptNoticeOf(island)?.removeAttribute("hidden");
  try {
    const [{ hydrate }, content] = await Promise.all([
      import("../on-demand/hydrate.ts"),
      ISLANDS[island.getAttribute(ISLAND) as IslandName](),
    ]);
    hydrate(island, content);
  } catch (cause) {
    // oxlint-disable-next-line no-console -- for support
    console.warn("A part of the page could not be loaded.", cause);
    started.delete(island);
  }
}

function scriptNoticeOf(island: Element): Element | null {
  return island.querySelector(`[${SCRIPT_NOTICE}]`);
}
