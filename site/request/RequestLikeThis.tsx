import { loads } from "../attributes.ts";
import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/dialog/invoker.ts";
import { REQUEST_DIALOG } from "./RequestDialog.tsx";
import { dispatch, restore } from "./state/store.ts";

type Props = { dataType: string; variant?: "action" | "quiet" };

/** Opens the dialog and fills in the data type, unless the visitor has filled it in already. */
export function RequestLikeThis({ dataType, variant = "quiet" }: Props) {
  return (
    <Button
      variant={variant}
      aria-haspopup="dialog"
      {...loads("dialog-form")}
      {...invoker("show-modal", REQUEST_DIALOG)}
      onClick={() => {
        // No form may have hydrated yet.
        restore();
        dispatch({ type: "suggest", dataType });
      }}
    >
      Request data like this
    </Button>
  );
}
