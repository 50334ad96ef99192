import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { cx } from "./cx.ts";

/** A button. For the action of a form use `SubmitButton`, for another page `ButtonLink`. */
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
