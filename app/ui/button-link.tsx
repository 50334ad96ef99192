import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-class.ts";
import { cx } from "./cx.ts";
import { PageLink } from "./page/page-link.tsx";

export function ButtonLink({
  variant,
  size,
  wide,
  className,
  ...rest
}: ButtonLook & ComponentProps<typeof PageLink>) {
  return <PageLink className={cx(buttonClass({ variant, size, wide }), className)} {...rest} />;
}
