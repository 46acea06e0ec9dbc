import { LOADS_FORM } from "../attributes.ts";
import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/invoker.ts";
import { REQUEST_DIALOG } from "./OpenRequestDialog.tsx";

type Props = { dataType: string; variant?: "action" | "quiet" };

/** Opens the dialog and fills in the data type, unless the visitor has. */
export function RequestLikeThis({ dataType, variant = "quiet" }: Props) {
  return (
    <Button
      variant={variant}
      aria-haspopup="dialog"
      {...{ [LOADS_FORM]: "" }}
      {...invoker("show-modal", REQUEST_DIALOG)}
      onClick={() => suggest(dataType)}
    >
      Request data like this
    </Button>
  );
}

let suggested = "";

/** Does not replace what the visitor has typed, nor change what is being sent. */
function suggest(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>("#dialog-data_type");
  if (!field || field.matches(":disabled")) return;
  if (field.value.trim() !== "" && field.value !== suggested) return;
  suggested = text;
  field.value = text;
  // As if typed, so that the draft store keeps it and fills in the other form.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
