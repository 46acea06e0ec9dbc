/**
 * The data attributes by which components, scripts and stylesheets know of each other. Constants only, as in
 * every module that the first script and the forms' script share: the build inlines constants, and fails if
 * these two share anything else, which would run twice.
 *
 * Flags that script sets and stylesheets read:
 *
 * - `data-loaded`, on the document from its load on: `first-load/motion/smooth-scrolling.ts`,
 *   `styles/base.css`.
 * - `data-scrolled`, on the bar while the page is not at the top, and `data-past-action`, on it while the hero's
 *   button is out of sight: `first-load/motion/mark-bar.ts`, `sections/NavBar.css`.
 * - `data-picture`, on the hero's picture once it can be drawn: `first-load/motion/picture.ts`,
 *   `sections/Hero.css`.
 * - `data-playing`, on an animation's stage: `animation/player.ts`, `animation/Animation.css`.
 * - `data-reveal`, on what fades in, "waiting" or "shown": `first-load/motion/reveal.ts`,
 *   `first-load/motion/reveal.css`, `ui/drawings/Trajectory.css`, `ui/drawings/IdeaDrawing.css`.
 * - `data-stack`, on the data showcase: `sections/data-showcase/stack.ts`, `sections/data-showcase/DataShowcase.css`.
 * - `data-outcome`, on the notice of a form, "sent" or "failed": `request/form/FormStatus.tsx`,
 *   `request/request-form.css`, `request/RequestDialog.css`. `request/form/focus.ts` finds the notice by it.
 *
 * Attributes that components set and the first script reads: `data-motion` names an element's effect
 * (`first-load/landing.ts`), whose module says which others it reads; `ui/drawings/Trajectory.css` reads
 * it, too. `data-close-outside`, `data-close-on-back` and `data-close-when` say when a dialog closes
 * (`first-load/dialogs.ts`). Those that more than one module names are here:
 */

/** An element that React hydrates; its value is the island's name. */
export const ISLAND = "data-island";

/** A form that React handles: the first script ignores its submits. */
export const HYDRATED = "data-hydrated";

/** A link or button that leads to a form: pointing at it or focusing it fetches the forms' script. */
export const LOADS_FORM = "data-loads-form";

/** The hidden notice of a form, shown when its script does not load or throws. */
export const FAILED_NOTICE = "data-failed-notice";
