/**
 * The `react` of prerendered pages. Outside of an island, it throws on hooks and event handlers, because they would do
 * nothing: the browser gets their HTML only.
 */
import * as React from "react";

import { guard } from "./guard.ts";
import { requireIsland } from "./inside-island.ts";

// @ts-expect-error -- React's types cannot be exported again, although its module can.
export * from "react";

export const useActionState = inIslands("useActionState");
export const useEffect = inIslands("useEffect");
export const useImperativeHandle = inIslands("useImperativeHandle");
export const useInsertionEffect = inIslands("useInsertionEffect");
export const useLayoutEffect = inIslands("useLayoutEffect");
export const useOptimistic = inIslands("useOptimistic");
export const useReducer = inIslands("useReducer");
export const useState = inIslands("useState");
export const useSyncExternalStore = inIslands("useSyncExternalStore");
export const useTransition = inIslands("useTransition");

export function createElement(
  type: React.ElementType,
  props?: object | null,
  ...children: React.ReactNode[]
): React.ReactElement {
  return React.createElement(guard(type, props), props, ...children);
}

const all: object = {
  ...React,
  useActionState,
  useEffect,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useOptimistic,
  useReducer,
  useState,
  useSyncExternalStore,
  useTransition,
  createElement,
};
// oxlint-disable-next-line import/no-default-export -- packages import React by its default export, too
export default all;

function inIslands(name: keyof typeof React) {
  const hook = React[name] as (...values: unknown[]) => unknown;
  return (...values: unknown[]) => {
    requireIsland(name);
    return hook(...values);
  };
}
