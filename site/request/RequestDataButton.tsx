import { loads, MAIN_ACTION } from "../attributes.ts";
import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/dialog/invoker.ts";
import { REQUEST_DIALOG } from "./RequestDialog.tsx";

/** In browsers with invoker commands, opens the dialog before any JavaScript runs. */
export function RequestDataButton({ isMainAction = false }: { isMainAction?: boolean }) {
  return (
    <Button
      variant="action"
      aria-haspopup="dialog"
      {...loads("dialog-form")}
      {...invoker("show-modal", REQUEST_DIALOG)}
      {...(isMainAction && { [MAIN_ACTION]: "" })}
    >
      Request Data
    </Button>
  );
}
