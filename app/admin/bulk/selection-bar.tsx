import { Button } from "#app/ui/button";
import { Select } from "#app/ui/form/select";
import type { Column } from "#app/ui/list/data-table";
import { type Ctx, hasPermission } from "#lib/core/context";
import type { BulkKind } from "./bulk-kinds.tsx";
import { SelectAllCheckbox } from "./select-all-checkbox.tsx";

/** Checkboxes that select rows; they belong to the form of `SelectionBar`, wherever on the page that is. */
export function selectColumn<T>(name: (row: T) => string, label: (row: T) => string): Column<T> {
  return {
    head: "Select",
    headHidden: true,
    phone: "lead",
    cell: (row) => (
      <label className="target relative z-1 -my-2 -ml-2 grid size-11 cursor-pointer place-items-center">
        <input
          type="checkbox"
          form="bulk"
          name="row"
          value={name(row)}
          data-row-box
          className="size-5 accent-accent"
        />
        <span className="sr-only">Select {label(row)}</span>
      </label>
    ),
  };
}

interface Props {
  ctx: Ctx;
  kind: BulkKind;
  /** The filters that are on. */
  on: Readonly<Record<string, string>>;
}

/**
 * The bulk actions for selected rows, or for all that the filters find; the next page asks for confirmation. Each field names its
 * form: without script, a part of a page that is streamed late stands at its end.
 */
export function SelectionBar({ ctx, kind: { name, acts }, on }: Props) {
  const options = Object.entries(acts)
    .filter(([, { needs }]) => hasPermission(ctx, needs))
    .map(([value, { label }]) => ({ value, label }));
  if (options.length === 0) return null;
  return (
    <form
      id="bulk"
      action={`/admin/bulk/${name}`}
      className="mt-3 flex flex-wrap items-center gap-2 border-line bg-ground py-3 md:sticky md:bottom-0 md:z-10 md:border-t"
    >
      {Object.entries(on).map(([filter, value]) => (
        <input key={filter} type="hidden" form="bulk" name={filter} value={value} />
      ))}
      <SelectAllCheckbox form="bulk" />
      <div className="min-w-0 flex-1 basis-56 md:max-w-72">
        <Select form="bulk" label="With selected" labelHidden name="act" options={options} />
      </div>
      <Button type="submit" form="bulk" variant="secondary">
        Continue
      </Button>
      <Button type="submit" form="bulk" variant="quiet" name="all" value="1">
        With all results
      </Button>
    </form>
  );
}
