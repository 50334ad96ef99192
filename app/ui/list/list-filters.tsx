import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { type SelectOptions, toOptionList } from "#app/ui/form/select-options.ts";
import { formatDaySpan } from "#lib/core/time/time";
import { buildHref } from "./build-href.ts";
import { FilterBar } from "./filter-bar.tsx";
import { SearchInput } from "./search-input.tsx";

/**
 * A filter with options, with text, or one that is set elsewhere on the page: `hidden` is removed here, `view`
 * stays when the others are cleared.
 */
export type Filter = {
  name: string;
  label: string;
  chip?: (value: string) => string | undefined;
  /** Shown under “More filters”. */
  isSecondary?: boolean;
} & (
  | { kind?: "choice"; empty?: string; options: SelectOptions }
  | { kind: "text"; placeholder: string; numeric?: boolean; suggestions?: readonly string[] }
  | { kind: "hidden" }
  | { kind: "view" }
);

/** The one box: what it finds by, or more of it where it is not called `q`. */
export type ListSearch = string | { name: string; label: string; placeholder: string };

interface Props {
  here: string;
  on: Readonly<Record<string, string>>;
  /** Without one, the first filter is always visible instead. */
  search?: ListSearch | undefined;
  filters?: readonly Filter[] | undefined;
  /** Also from when to when; `more` behind “More filters”. */
  days?: boolean | "more" | undefined;
  /** The days that apply, also where none is chosen. */
  period?: { from: string; to: string } | undefined;
  /** Without labels and chips, where each field says what it filters. */
  compact?: boolean;
}

/** The filters of a list: one box, what can be chosen, sometimes days; nothing where there are none. */
export function ListFilters({
  here,
  on,
  search,
  filters = [],
  days = false,
  period,
  compact = false,
}: Props) {
  const box = typeof search === "string" ? { name: "q", label: search } : search;
  if (!box && filters.length === 0 && !days) return null;
  const [first, ...rest] = box ? [undefined, ...filters] : filters;
  const secondary = rest.filter((filter) => filter?.isSecondary);
  const fields = (shown: typeof rest) =>
    shown.map(
      (filter) =>
        filter && (
          <FilterControl key={filter.name} filter={filter} value={on[filter.name]} labelHidden={compact} />
        ),
    );
  const { from, to } = period ?? on;
  const isView = (name: string) => filters.some((filter) => filter.kind === "view" && filter.name === name);
  const view = Object.fromEntries(Object.entries(on).filter(([name]) => isView(name)));
  const dayFields = days && (
    <>
      <Input type="date" className="md:px-2 md:text-sm" label="From" name="from" defaultValue={from} />
      <Input type="date" className="md:px-2 md:text-sm" label="To" name="to" defaultValue={to} />
    </>
  );
  const behindMore = [
    ...secondary.flatMap((filter) => filter?.name ?? []),
    ...(days === "more" ? ["from", "to"] : []),
  ];
  return (
    <FilterBar
      action={here}
      values={on}
      chips={!compact}
      clear={buildHref(here, view)}
      active={Object.entries(on)
        .filter(([name]) => !isView(name))
        .map(([name, value]) => ({
          label: formatChip(filters, box?.name, name, value),
          without: buildHref(here, on, { [name]: null }),
        }))}
      search={
        box ? (
          <SearchInput {...box} defaultValue={on[box.name]} />
        ) : (
          first && <FilterControl filter={first} value={on[first.name]} labelHidden={compact || "phone"} />
        )
      }
      hasBox={box !== undefined}
      more={
        behindMore.length > 0
          ? {
              fields: (
                <>
                  {fields(secondary)}
                  {days === "more" && dayFields}
                </>
              ),
              active: behindMore.filter((name) => on[name] !== undefined).length,
            }
          : undefined
      }
    >
      {fields(rest.filter((filter) => !filter?.isSecondary))}
      {days === true && dayFields}
    </FilterBar>
  );
}

interface ControlProps {
  filter: Filter;
  value: string | undefined;
  labelHidden?: boolean | "phone";
}

function FilterControl({ filter, value, labelHidden }: ControlProps) {
  const { name, label } = filter;
  if (filter.kind === "hidden" || filter.kind === "view")
    return value ? <input type="hidden" name={name} value={value} /> : null;
  if (filter.kind === "text") {
    const { placeholder, numeric, suggestions } = filter;
    const list = suggestions && `${name}-suggestions`;
    return (
      <>
        <Input
          {...{ label, name, placeholder, list }}
          inputMode={numeric ? "numeric" : undefined}
          defaultValue={value}
        />
        {suggestions && (
          <datalist id={list}>
            {suggestions.map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        )}
      </>
    );
  }
  const { empty = "All", options } = filter;
  return <Select {...{ label, name, empty, options, labelHidden }} defaultValue={value ?? ""} />;
}

function formatChip(
  filters: readonly Filter[],
  box: string | undefined,
  name: string,
  value: string,
): string {
  if (name === box) return `“${value}”`;
  if (name === "from" || name === "to")
    return `${name === "from" ? "From" : "To"} ${formatDaySpan({ from: value, to: value })}`;
  const filter = filters.find((candidate) => candidate.name === name);
  const options = filter && "options" in filter ? toOptionList(filter.options) : [];
  return filter?.chip?.(value) ?? options.find((option) => option.value === value)?.label ?? value;
}
