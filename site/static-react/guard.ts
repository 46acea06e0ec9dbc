import { Component, createElement, type ComponentType, type ElementType } from "react";

import { requireIsland } from "./inside-island.ts";

/**
 * Returns the type to render an element with. If the browser would have to run the element, because it has an event
 * handler or is a class component, that is a component which requires an island.
 */
export function guard(type: ElementType, props: unknown): ElementType {
  const isGuarded = typeof type === "string" ? findFunction(props) : isClass(type);
  if (!isGuarded) return type;
  const guarded = guards.get(type) ?? createGuard(type);
  guards.set(type, guarded);
  return guarded;
}

const guards = new Map<ElementType, ComponentType>();

function createGuard(type: ElementType): ComponentType {
  const render = (props: object) => {
    requireIsland(findFunction(props) ?? "a class component");
    return createElement(type, props);
  };
  // The name in component stacks.
  const name = typeof type === "string" ? type : type.name;
  return Object.defineProperty(render, "name", { value: name });
}

function findFunction(props: unknown): string | undefined {
  const entries = Object.entries(props ?? {});
  return entries.find(([, value]) => typeof value === "function")?.[0];
}

function isClass(type: ElementType): boolean {
  return typeof type === "function" && type.prototype instanceof Component;
}
