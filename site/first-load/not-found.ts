// Logs a warning instead of an error. Nothing is broken, and error monitoring counts console errors.
// oxlint-disable-next-line no-console -- the 404 page logs the missing path
console.warn(`404: no page at ${location.pathname}`);
