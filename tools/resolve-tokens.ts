import type { AcceptedPlugin, ChildNode, Root } from "postcss";
import customProperties from "postcss-custom-properties";

/**
 * Writes the tokens of `:root` into the rules that use them, and leaves out those that nothing asks
 * for any more: a browser reads each `var()` anew for every element that it styles.
 */
export function resolveTokens(): AcceptedPlugin[] {
  return [
    customProperties({ preserve: false }),
    {
      postcssPlugin: "drop-resolved-tokens",
      OnceExit(stylesheet) {
        stylesheet.walkRules(":root", ({ nodes }) => {
          // From the last: a token may ask for one above it.
          for (const node of nodes.toReversed()) {
            if (!isAskedFor(node, stylesheet)) node.remove();
          }
        });
      },
    },
  ];
}

function isAskedFor(node: ChildNode, stylesheet: Root): boolean {
  if (node.type !== "decl" || !node.variable) return true;
  const css = stylesheet.toString();
  return [")", ","].some((end) => css.includes(`var(${node.prop}${end}`));
}
