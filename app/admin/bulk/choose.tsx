import { type Ctx, may } from "#lib/core/context";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { Select } from "../../ui/select.tsx";
import { Chosen } from "./chosen.tsx";
import type { KINDS, Kind } from "./kinds.tsx";

/** Boxes by which rows are chosen; they belong to the form of `ChosenBar`, wherever on the page that is. */
export function chooseColumn<T>(name: (row: T) => string, label: (row: T) => string): Column<T> {
  return {
    key: "choose",
    head: "Choose",
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
        <span className="sr-only">Choose {label(row)}</span>
      </label>
    ),
  };
}

interface Props {
  ctx: Ctx;
  list: keyof typeof KINDS;
  acts: Kind["acts"];
  /** The filters that are on. */
  on: Readonly<Record<string, string>>;
}

/**
 * What can be done with the chosen rows, or with all that the filters find: asked for here, said on the next page. Each field
 * names its form: without script, a part of a page that comes late stands at its end.
 */
export function ChosenBar({ ctx, list, acts, on }: Props) {
  const options = Object.entries(acts)
    .filter(([, { needs }]) => may(ctx, needs))
    .map(([value, { label }]) => ({ value, label }));
  if (options.length === 0) return null;
  return (
    <form
      id="bulk"
      action={`/admin/bulk/${list}`}
      className="mt-3 flex flex-wrap items-center gap-2 border-line bg-ground py-3 md:sticky md:bottom-0 md:z-10 md:border-t"
    >
      {Object.entries(on).map(([name, value]) => (
        <input key={name} type="hidden" form="bulk" name={name} value={value} />
      ))}
      <Chosen form="bulk" />
      <div className="min-w-0 flex-1 basis-56 md:max-w-72">
        <Select form="bulk" label="With the chosen ones" labelHidden name="act" options={options} />
      </div>
      <Button type="submit" form="bulk" variant="secondary">
        Go on
      </Button>
      <Button type="submit" form="bulk" variant="quiet" name="all" value="1">
        With all that match
      </Button>
    </form>
  );
}
