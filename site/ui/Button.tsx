import type { ComponentProps } from "react";

type ButtonProps = ComponentProps<"button"> & { variant?: "action" | "quiet" };

/** `action`, in orange, is for the page's call to action; everything else is `quiet`. */
export function Button({ variant = "quiet", type = "button", className, ...props }: ButtonProps) {
  const classes = ["button", `button-${variant}`, className].filter(Boolean).join(" ");
  // oxlint-disable-next-line react/button-has-type -- passed through, with a safe default
  return <button type={type} className={classes} {...props} />;
}
