import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { PageLink } from "#app/ui/page/page-link";

interface Props {
  href: string;
  className?: string;
  /** Its name, where other rows have the same text; it begins with the text. */
  label?: string | undefined;
  children: ReactNode;
}

export function RowLink({ href, className, label, children }: Props) {
  return (
    <PageLink href={href} aria-label={label} className={cx("stretched rounded-sm", className)}>
      {children}
    </PageLink>
  );
}
