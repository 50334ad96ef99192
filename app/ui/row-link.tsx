import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface Props {
  href: string;
  className?: string;
  children: ReactNode;
}

/**
 * The link of a row, with the whole row as its target. A list has fifty of them: each is a plain link, and `RowLinks` opens
 * all of them without a new document.
 */
export function RowLink({ href, className, children }: Props) {
  return (
    <a href={href} data-row-link className={cx("stretched rounded-sm", className)}>
      {children}
    </a>
  );
}
