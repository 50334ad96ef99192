import Link from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { cx } from "./cx.ts";

/** A link that looks like a button: the way to another place. */
export function ButtonLink({
  variant,
  size,
  wide,
  className,
  ...rest
}: ButtonLook & ComponentProps<typeof Link>) {
  return <Link className={cx(buttonClass({ variant, size, wide }), className)} {...rest} />;
}
