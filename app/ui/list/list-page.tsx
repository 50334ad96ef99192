import type { ComponentProps, ReactNode } from "react";
import { buttonClass } from "#app/ui/button-class.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import type { Icon } from "#app/ui/icon/define-icon";
import { Download, SearchX } from "#app/ui/icon/icons.ts";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { AsOf } from "./as-of.tsx";
import { buildHref } from "./build-href.ts";
import { EmptyState } from "./empty-state.tsx";
import { ListFilters } from "./list-filters.tsx";
import { type ListResult, Pager } from "./pager.tsx";

export interface EmptyListText {
  icon?: Icon;
  title: string;
  text: ReactNode;
  /** The next step; quiet where it leads back rather than on. */
  action?: { href: string; label: string; quiet?: boolean };
}

/** Words for filters that find nothing; `what` names the rows, such as "purchases". */
export const noMatches = (path: string, what: string, text: string): EmptyListText => ({
  icon: SearchX,
  title: `No matching ${what}`,
  text,
  action: { href: path, label: `Show all ${what}`, quiet: true },
});

interface Part {
  here: string;
  page: ListResult<unknown>;
}

interface HeaderProps extends Part, Omit<ComponentProps<typeof PageHeader>, "children"> {
  acts?: ReactNode;
}

interface BodyProps extends Part {
  empty: EmptyListText;
  /** When the filters find nothing; as `empty` if left out. */
  unmatched?: EmptyListText;
  /** The labels of the pager; newer and older by default. */
  labels?: { previous: string; next: string } | undefined;
  children: ReactNode;
}

type FilterProps = Pick<ComponentProps<typeof ListFilters>, "search" | "filters" | "days" | "period">;

export interface ListPageProps extends HeaderProps, BodyProps, FilterProps {
  live?: boolean;
  /** Without filters it lists every row, so that an empty list has nothing to filter. */
  complete?: boolean;
  /** Banners and sums, between the header and the filters. */
  above?: ReactNode;
  /** Settings and the like, after the rows. */
  below?: ReactNode;
}

/** A list from its title to its pager. A page that is laid out otherwise takes its parts. */
export function ListPage({
  live,
  complete,
  above,
  below,
  search,
  filters,
  days,
  period,
  ...list
}: ListPageProps) {
  const { here, page } = list;
  const isBlank = complete && page.rows.length === 0 && !page.narrowed;
  return (
    <>
      {live && <LiveUpdates />}
      <ListHeader {...list} />
      {above}
      {!isBlank && (
        <ListFilters here={here} on={page.on} search={search} filters={filters} days={days} period={period} />
      )}
      <ListBody {...list} />
      {below}
    </>
  );
}

export function ListHeader({ here, page, acts, ...header }: HeaderProps) {
  return (
    <PageHeader {...header}>
      {acts}
      {page.rows.length > 0 && <CsvLink here={here} page={page} variant="secondary" />}
    </PageHeader>
  );
}

export function CsvLink({ here, page, variant = "quiet" }: Part & { variant?: "quiet" | "secondary" }) {
  return (
    <PermissionGate do="export">
      <a
        href={buildHref(`${here}/export`, page.on)}
        download
        className={
          variant === "quiet"
            ? buttonClass({ variant, size: "sm" })
            : cx(buttonClass({ variant }), "page-action")
        }
      >
        <Download />
        <span>CSV</span>
      </a>
    </PermissionGate>
  );
}

/** The rows of a list, or why there are none, and the way to its other pages. */
export function ListBody({ here, page, empty, unmatched, labels, children }: BodyProps) {
  return (
    <>
      {page.rows.length > 0 ? children : <EmptyCard {...((page.narrowed && unmatched) || empty)} />}
      <AsOf time={page.asOf} />
      <Pager here={here} page={page} labels={labels} />
    </>
  );
}

export function EmptyCard({ icon, title, text, action }: EmptyListText) {
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        action={
          action && (
            <ButtonLink href={action.href} variant={action.quiet ? "secondary" : "primary"}>
              {action.label}
            </ButtonLink>
          )
        }
      >
        {text}
      </EmptyState>
    </Card>
  );
}
