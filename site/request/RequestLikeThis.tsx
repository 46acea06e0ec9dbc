import { flushSync } from "react-dom";

import { LOADS_FORM } from "../data-attributes.ts";
import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/invoker.ts";
import { focusOn } from "./form/focus.ts";
import { REQUEST_DIALOG } from "./OpenRequestDialog.tsx";
import { suggestDataType } from "./submission/submission.ts";

type Props = { dataType: string; variant?: "action" | "quiet" };

/** Opens the dialog at the description of the data, filled in unless the visitor has described it. */
export function RequestLikeThis({ dataType, variant = "quiet" }: Props) {
  return (
    <Button
      variant={variant}
      aria-haspopup="dialog"
      {...{ [LOADS_FORM]: "" }}
      {...invoker("show-modal", REQUEST_DIALOG)}
      onClick={() => {
        flushSync(() => suggestDataType(dataType));
        // A field can have focus once the dialog is open, which `first-load/dialogs.ts` would do later.
        const dialog = document.getElementById(REQUEST_DIALOG) as HTMLDialogElement;
        dialog.showModal();
        focusOn(document.getElementById("dialog-data_type"));
      }}
    >
      Request data like this
    </Button>
  );
}
