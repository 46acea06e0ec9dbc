import { loads } from "../attributes.ts";
import { REQUEST_DIALOG } from "../request/RequestDialog.tsx";
import { suggest } from "../request/state/store.ts";
import { Button } from "../ui/Button.tsx";
import { invoker } from "../ui/dialog/invoker.ts";

type Props = { dataType: string; variant: "action" | "quiet" };

/** Opens the dialog and fills in the data type, unless the visitor has filled it in already. */
export function RequestLikeThis({ dataType, variant }: Props) {
  return (
    <Button
      variant={variant}
      aria-haspopup="dialog"
      {...loads("dialog-form")}
      {...invoker("show-modal", REQUEST_DIALOG)}
      onClick={() => suggest({ dataType, note: "Filled in from your demonstration" })}
    >
      Request data like this
    </Button>
  );
}
