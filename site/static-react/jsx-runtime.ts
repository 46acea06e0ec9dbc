/** The JSX runtime of prerendered pages. See `react.ts`. */
import { jsxDEV as createInDevelopment } from "react/jsx-dev-runtime";
import { Fragment, jsx as create, jsxs as createWithChildren } from "react/jsx-runtime";

import { guard } from "./guard.ts";

export { Fragment };

export const jsx: typeof create = (type, props, key) => create(guard(type, props), props, key);

export const jsxs: typeof createWithChildren = (type, props, key) =>
  createWithChildren(guard(type, props), props, key);

export const jsxDEV: typeof createInDevelopment = (type, props, ...rest) =>
  createInDevelopment(guard(type, props), props, ...rest);
