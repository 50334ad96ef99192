import { type ReactNode, Suspense } from "react";
import { Button } from "#app/ui/button";
import { Select } from "#app/ui/form/select";
import type { Column } from "#app/ui/list/data-table";
import type { ListResult } from "#app/ui/list/pager";
import { type Ctx, hasPermission } from "#lib/core/context";
import { MAX_BULK_ROWS } from "./bulk-action.ts";
import type { BulkKind } from "./bulk-kind.ts";
import { SelectAllCheckbox, SelectedCount } from "./select-all-checkbox.tsx";

/** Checkboxes that select rows; they belong to the form of `SelectionBar`, wherever on the page that is. */
export function selectColumn<T>(name: (row: T) => string, label: (row: T) => string): Column<T> {
  return {
    head: "Select",
    headHidden: true,
    headControl: <SelectAllCheckbox form="bulk" />,
    phone: "lead",
    cell: (row) => <RowCheckbox name={name(row)} label={label(row)} />,
  };
}

/** Selects a row of a list without columns. */
export function RowCheckbox({ name, label }: { name: string; label: string }) {
  return (
    <label className="target relative z-1 -my-2 -ml-2 grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        form="bulk"
        name="row"
        value={name}
        data-row-box
        className="size-5 accent-action"
      />
      <span className="sr-only">Select {label}</span>
    </label>
  );
}

interface Props {
  ctx: Ctx;
  kind: BulkKind;
  page: Pick<ListResult<unknown>, "rows" | "on" | "previous" | "next">;
}

/** Hidden until something is ticked, without script too. */
const BAR_CLASS = [
  "[body:not(:has([form=bulk]:checked))_&]:hidden",
  "sticky bottom-0 z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-ground py-2",
  "max-md:-mx-4 max-md:px-4 md:py-3",
].join(" ");

/**
 * The bulk actions for selected rows, or for all that the filters find, once something is ticked; the next
 * page asks for confirmation.
 */
export function SelectionBar({ ctx, kind, page }: Props) {
  const options = listActOptions(ctx, kind);
  if (options.length === 0) return null;
  return (
    <form id="bulk" action={`/admin/bulk/${kind.name}`} className={BAR_CLASS}>
      <BulkFields form="bulk" on={page.on} label="With selected" options={options}>
        <SelectedCount form="bulk" />
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" form="bulk" name="all" value="1" className="size-5 accent-action" />
          {page.previous || page.next ? (
            <Suspense fallback="Select all matching">
              <MatchingLabel ctx={ctx} kind={kind} page={page} />
            </Suspense>
          ) : (
            `Select all ${page.rows.length} matching`
          )}
        </label>
      </BulkFields>
    </form>
  );
}

/**
 * A form for all that the filters find, for a list that resolves its selected rows itself; nothing where one
 * page lists all. The next page lists each row, and only those are changed.
 */
export function MatchingForm({ ctx, kind, page }: Props) {
  const options = listActOptions(ctx, kind);
  if (options.length === 0 || !(page.previous || page.next)) return null;
  return (
    <form
      action={`/admin/bulk/${kind.name}`}
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2"
      aria-label="All matching"
    >
      <BulkFields on={page.on} label="With all matching" options={options}>
        <input type="hidden" name="all" value="1" />
        <span>
          <Suspense fallback="Select all matching">
            <MatchingLabel ctx={ctx} kind={kind} page={page} />
          </Suspense>
        </span>
      </BulkFields>
    </form>
  );
}

const listActOptions = (ctx: Ctx, { acts }: BulkKind) =>
  Object.entries(acts)
    .filter(([, { needs }]) => hasPermission(ctx, needs))
    .map(([value, { label }]) => ({ value, label }));

interface FieldsProps extends Pick<Props["page"], "on"> {
  /** Each field names its form: without script, a part of a page that is streamed late stands at its end. */
  form?: string;
  label: string;
  options: ReturnType<typeof listActOptions>;
  children: ReactNode;
}

function BulkFields({ form, on, label, options, children }: FieldsProps) {
  return (
    <>
      {Object.entries(on).map(([filter, value]) => (
        <input key={filter} type="hidden" form={form} name={filter} value={value} />
      ))}
      {children}
      <div className="min-w-0 flex-1 basis-40 md:max-w-72">
        <Select
          form={form}
          label={label}
          labelHidden
          name="act"
          empty="Choose an action"
          options={options}
          defaultValue=""
          required
        />
      </div>
      <Button type="submit" form={form} variant="secondary">
        Continue
      </Button>
    </>
  );
}

/** How many rows the filters find, if that can be counted: the bar works without. */
async function MatchingLabel({ ctx, kind, page }: Props) {
  const count = await kind.count(ctx, page.on).catch(() => undefined);
  if (count === undefined) return "Select all matching";
  return count > MAX_BULK_ROWS
    ? `Select the first ${MAX_BULK_ROWS} matching`
    : `Select all ${count} matching`;
}
