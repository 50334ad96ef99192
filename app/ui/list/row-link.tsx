import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { PageLink } from "#app/ui/page/page-link";

interface Props {
  href: string;
  className?: string;
  children: ReactNode;
}

export function RowLink({ href, className, children }: Props) {
  return (
    <PageLink href={href} className={cx("stretched rounded-sm", className)}>
      {children}
    </PageLink>
  );
}
