import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { ChevronLeft } from "#app/ui/icon/icons.ts";
import { PageLink } from "./page-link.tsx";

interface Props {
  title: ReactNode;
  lead?: ReactNode;
  back?: { href: string; label: string };
  /** The pages of the section. They stay in their place from page to page, so the lead follows them. */
  tabs?: ReactNode;
  children?: ReactNode;
}

/**
 * The header of a page: back link, title, actions and tabs. Each page has one.
 * On a phone link and title are in the shell's head.
 */
export function PageHeader({ title, lead, back, tabs, children }: Props) {
  const heading = (
    <h1 className={cx("page-title font-semibold text-xl", tabs !== undefined && TITLE_CLASS)}>
      <span>{title}</span>
    </h1>
  );
  const actions = children && (
    <div className={cx(ACTIONS_CLASS, tabs !== undefined && ACTIONS_BELOW_TABS_CLASS)}>{children}</div>
  );
  if (tabs !== undefined)
    return (
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        {heading}
        {actions}
        <div className="w-full min-w-0 max-md:mt-1 md:mt-6">{tabs}</div>
        {lead && <p className="-mt-1 mb-4 w-full text-muted">{lead}</p>}
      </header>
    );
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
          {heading}
          {lead && <p className="text-muted md:mt-1">{lead}</p>}
        </div>
        {actions}
      </div>
    </header>
  );
}

const TITLE_CLASS = "min-w-0 md:flex md:min-h-11 md:flex-1 md:basis-64 md:items-center";

/** On a phone, where a `page-action` has its place beside the title. */
const ACTIONS_BELOW_TABS_CLASS = "max-md:order-1 max-md:mb-4 max-md:has-[.page-action:only-child]:mb-0";

const ACTIONS_CLASS = "flex flex-wrap gap-2 max-sm:has-[>:is(.w-full,.grow)]:w-full";
