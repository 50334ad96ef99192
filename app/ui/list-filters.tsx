import { address } from "./address.ts";
import { FilterBar } from "./filter-bar.tsx";
import { Input } from "./input.tsx";
import { SearchInput } from "./search-input.tsx";
import { Select, type SelectOption } from "./select.tsx";

interface Choice {
  name: string;
  label: string;
  /** What it says when nothing is chosen. */
  empty: string;
  options: readonly SelectOption[];
}

interface Props {
  /** The page itself. */
  action: string;
  /** The filters that are on, as they stand in the address. */
  on: Readonly<Record<string, string>>;
  /** What the one box (`q`) finds by. */
  search: string;
  choices: readonly Choice[];
  /** Also from when to when. */
  days?: boolean;
}

/** The filters of a list: one box, a few choices, sometimes days. */
export function ListFilters({ action, on, search, choices, days = false }: Props) {
  return (
    <FilterBar
      key={JSON.stringify(on)}
      action={action}
      active={Object.entries(on).map(([name, value]) => ({
        label: chip(choices, name, value),
        without: address(action, on, { [name]: null }),
      }))}
      search={<SearchInput label={search} name="q" defaultValue={on.q} />}
    >
      {choices.map(({ name, label, empty, options }) => (
        <Select
          key={name}
          label={label}
          name={name}
          empty={empty}
          defaultValue={on[name] ?? ""}
          options={options}
        />
      ))}
      {days && <Input type="date" label="From" name="from" defaultValue={on.from} />}
      {days && <Input type="date" label="To" name="to" defaultValue={on.to} />}
    </FilterBar>
  );
}

function chip(choices: readonly Choice[], name: string, value: string): string {
  if (name === "q") return `“${value}”`;
  if (name === "from" || name === "to") return `${name === "from" ? "From" : "To"} ${value}`;
  const options = choices.find((choice) => choice.name === name)?.options ?? [];
  return options.find((option) => option.value === value)?.label ?? value;
}
