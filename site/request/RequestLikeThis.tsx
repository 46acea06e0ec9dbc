import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/invoker.ts";
import { LOADS_FORM } from "./handover.ts";
import { REQUEST_DIALOG } from "./OpenRequestDialog.tsx";
import { suggestDataType } from "./submission/submission.ts";

/** Opens the dialog with the data described, unless the visitor has described it. */
export function RequestLikeThis({ dataType }: { dataType: string }) {
  return (
    <Button
      aria-haspopup="dialog"
      {...{ [LOADS_FORM]: "" }}
      {...invoker("show-modal", REQUEST_DIALOG)}
      onClick={() => suggestDataType(dataType)}
    >
      Request data like this
    </Button>
  );
}
