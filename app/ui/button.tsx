import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { cx } from "./cx.ts";

/** A button that does something here. For a form's own act use `SubmitButton`, for another place `ButtonLink`. */
export function Button({
  variant,
  size,
  wide,
  className,
  type = "button",
  ...rest
}: ButtonLook & ComponentProps<"button">) {
  return <button type={type} className={cx(buttonClass({ variant, size, wide }), className)} {...rest} />;
}
