// A warning, not an error: the page works as meant, and monitors count console errors.
// oxlint-disable-next-line no-console -- the specification asks for the missing path in the console
console.warn(`404: no page at ${location.pathname}`);
