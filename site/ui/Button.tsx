import type { ComponentProps } from "react";

type Variant = { variant?: "action" | "quiet" };

const CLASSES = {
  action: "screen-only button button-action",
  quiet: "screen-only button button-quiet pressable",
};

export function Button({
  variant = "quiet",
  type = "button",
  ...props
}: ComponentProps<"button"> & Variant) {
  // oxlint-disable-next-line react/button-has-type -- passed through, with a safe default
  return <button type={type} className={CLASSES[variant]} {...props} />;
}

export function ButtonLink({
  variant = "quiet",
  children,
  ...props
}: ComponentProps<"a"> & Variant) {
  return (
    <a className={CLASSES[variant]} {...props}>
      {children}
    </a>
  );
}
