// A warning, not an error: monitoring counts console errors, and nothing is broken.
// oxlint-disable-next-line no-console -- the specification asks for the missing path in the console
console.warn(`404: no page at ${location.pathname}`);
