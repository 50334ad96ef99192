import type { ReactNode } from "react";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class.ts";
import { cx } from "#app/ui/cx.ts";
import { SlidersHorizontal, X } from "#app/ui/icon/icons.ts";
import { PageLink } from "#app/ui/page/page-link";
import { FilterForm } from "./filter-form.tsx";

/** A filter that is on: what it says, and the address without it. */
export interface ActiveFilter {
  label: string;
  without: string;
}

interface Props {
  action: string;
  /** The address without the active filters, where it isn’t `action`. */
  clear?: string;
  /** The field that is always in sight: a search box with `labelHidden`, or a choice. */
  search: ReactNode;
  hasBox?: boolean;
  /** The other fields: in a sheet on a phone, in a row on a desktop. */
  children: ReactNode;
  /** Fields behind “More filters”, and how many of them are active. */
  more?: { fields: ReactNode; active: number } | undefined;
  active: readonly ActiveFilter[];
  values: Readonly<Record<string, string>>;
  chips?: boolean;
}

/** Filters in the address: a GET form, with `defaultValue` from the query. Works without script. */
export function FilterBar(props: Props) {
  const {
    action,
    clear = action,
    search,
    hasBox = true,
    children,
    more,
    active,
    values,
    chips = true,
  } = props;
  return (
    <FilterForm action={action} values={values}>
      <div className={ROW_CLASS}>
        <div className={cx("flex gap-2", search ? (hasBox ? SEARCH_CLASS : "md:w-52") : "md:hidden")}>
          <div className="min-w-0 flex-1">{search}</div>
          <Button variant="secondary" className="md:hidden" popoverTarget="filters">
            <SlidersHorizontal />
            <span className="sr-only">Filters</span>
            {active.length > 0 && <span>{active.length}</span>}
          </Button>
        </div>
        <div id="filters" popover="auto" className={SHEET_CLASS}>
          <p className="font-semibold text-lg md:hidden">Filters</p>
          <div
            className={cx(
              "grid grid-cols-2 gap-3 md:flex md:flex-wrap md:items-end",
              more ? "md:gap-2 md:[&>*]:w-[8.25rem]" : "md:[&>*]:w-36",
            )}
          >
            {children}
          </div>
          {more && <MoreFilters {...more} />}
          <Button type="submit" variant="secondary" className={APPLY_BUTTON_CLASS}>
            Apply
          </Button>
        </div>
      </div>
      {chips && <FilterChips active={active} clear={clear} />}
    </FilterForm>
  );
}

const ROW_CLASS = "flex flex-col gap-3 md:flex-row md:flex-wrap md:items-end md:gap-x-2";
const SEARCH_CLASS = "md:w-48 md:max-w-sm md:grow";

/** A panel below its button on a desktop, which doesn’t move the list; in place on a phone. */
function MoreFilters({ fields, active }: NonNullable<Props["more"]>) {
  return (
    <details className="md:relative">
      <summary
        className={cx(buttonClass({ variant: "secondary", size: "sm" }), "min-h-11 cursor-pointer list-none")}
      >
        More filters
        {active > 0 && (
          <span className="rounded-full bg-action px-1.5 text-on-action text-xs leading-5">
            {active}
            <span className="sr-only"> active</span>
          </span>
        )}
      </summary>
      <div className="grid gap-3 pt-3 md:absolute md:top-full md:right-0 md:z-20 md:mt-1 md:w-72 md:rounded-lg md:border md:border-line md:bg-surface md:p-4 md:shadow-lift">
        {fields}
      </div>
    </details>
  );
}

/** The act of the sheet on a phone, one button among others on a desktop. */
const APPLY_BUTTON_CLASS = "max-md:w-full max-md:border-transparent max-md:bg-action max-md:text-on-action";

/** A popover on a phone, rising from the bottom; on a desktop it is simply there. */
const SHEET_CLASS = cx(
  "sheet md:static md:flex md:w-auto md:max-w-none md:flex-row md:flex-wrap md:items-end md:gap-2",
  "md:overflow-visible md:rounded-none md:bg-transparent md:p-0",
);

function FilterChips({ active, clear }: { active: readonly ActiveFilter[]; clear: string }) {
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {active.map(({ label, without }) => (
        <li key={label}>
          <PageLink
            href={without}
            aria-label={`Remove filter: ${label}`}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-accent-soft pr-2.5 pl-3 font-medium text-accent text-sm hover:bg-sunken pointer-coarse:min-h-11"
          >
            {label}
            <X className="size-4" />
          </PageLink>
        </li>
      ))}
      <li>
        <PageLink
          href={clear}
          className="inline-flex min-h-9 items-center px-2 text-muted text-sm underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
        >
          Clear all
        </PageLink>
      </li>
    </ul>
  );
}
