import type { ComponentProps } from "react";

type ButtonProps = ComponentProps<"button"> & { look?: "action" | "quiet" };

/** `action`, in orange, is for the one thing the page wants; everything else is `quiet`. */
export function Button({ look = "quiet", type = "button", className, ...props }: ButtonProps) {
  const classes = ["button", `button-${look}`, className].filter(Boolean).join(" ");
  // oxlint-disable-next-line react/button-has-type -- passed through, with a safe default
  return <button type={type} className={classes} {...props} />;
}
