import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { ChevronLeft } from "#app/ui/icon/icons.ts";
import { PageLink } from "./page-link.tsx";

interface Props {
  title: ReactNode;
  lead?: ReactNode;
  back?: { href: string; label: string };
  children?: ReactNode;
}

/**
 * The header of a page: back link, title and actions. Each page has one.
 * On a phone link and title are in the shell's head.
 */
export function PageHeader({ title, lead, back, children }: Props) {
  return (
    <header className={cx(lead || children ? "mb-4 has-[.page-action:only-child]:mb-1" : "mb-1", "md:mb-6!")}>
      {back && (
        <PageLink
          href={back.href}
          className="page-back -ml-1.5 mb-1 inline-flex min-h-11 items-center gap-1 pr-2 font-medium text-muted text-sm hover:text-ink"
        >
          <ChevronLeft className="size-6 md:size-4" />
          <span className="max-md:sr-only">{back.label}</span>
        </PageLink>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 md:flex-1 md:basis-96">
          <h1 className="page-title font-semibold text-xl">
            <span>{title}</span>
          </h1>
          {lead && <p className="text-muted md:mt-1">{lead}</p>}
        </div>
        {children && (
          <div className="flex flex-wrap gap-2 max-sm:has-[>:is(.w-full,.grow)]:w-full">{children}</div>
        )}
      </div>
    </header>
  );
}
