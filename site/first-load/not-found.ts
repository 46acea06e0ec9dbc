// Logs a warning, because error monitoring counts console errors and nothing is broken.
// oxlint-disable-next-line no-console -- the 404 page logs the missing path
console.warn(`404: no page at ${location.pathname}`);
