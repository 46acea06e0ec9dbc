import type { Definition } from "../domain/fields.ts";

/** Returns a valid value for a required field. */
export function sampleFor(definition: Definition): string | string[] {
  switch (definition.control) {
    case "select":
      return definition.options[0]?.value ?? "";
    case "checkboxes":
      return definition.options.slice(0, 1);
    case "email":
      return "probe@example.com";
    case "text":
    case "tel":
    case "textarea":
      return "npm run probe".slice(0, definition.maximum).trim();
  }
}
