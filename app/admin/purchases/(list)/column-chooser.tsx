import { cx } from "#app/ui/cx.ts";
import { Check, Plus } from "#app/ui/icon/icons.ts";
import { buildHref } from "#app/ui/list/build-href.ts";
import { PageLink } from "#app/ui/page/page-link";
import { PURCHASE_COLUMNS, type PurchaseColumn, parseColumns, toggleColumn } from "./purchase-columns.ts";

const NAMES = Object.keys(PURCHASE_COLUMNS) as PurchaseColumn[];

/** The columns that can be added, each a link; they stay in the address, and in a saved view. */
export function ColumnChooser({ on }: { on: Readonly<Record<string, string>> }) {
  const chosen = parseColumns(on.columns);
  return (
    <nav aria-label="Columns" className="mb-2 flex flex-wrap items-center gap-x-4 text-sm max-md:hidden">
      <span className="text-muted">Columns</span>
      {NAMES.map((name) => (
        <PageLink
          key={name}
          href={buildHref("/admin/purchases", on, { columns: toggleColumn(on.columns, name) })}
          opens="replacing"
          aria-current={chosen.includes(name) ? "true" : undefined}
          className={cx(
            "inline-flex min-h-9 items-center gap-1.5 text-muted hover:text-ink aria-[current]:font-medium aria-[current]:text-accent",
            // There the table always has it.
            name === "margin" && "2xl:hidden",
          )}
        >
          {chosen.includes(name) ? <Check className="size-4" /> : <Plus className="size-4" />}
          {PURCHASE_COLUMNS[name]}
        </PageLink>
      ))}
    </nav>
  );
}
