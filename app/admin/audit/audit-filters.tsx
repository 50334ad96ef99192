import { address } from "../../ui/address.ts";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { Input } from "../../ui/input.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { actionWords } from "../action-words.ts";

interface Props {
  /** The filters that are on. */
  on: Readonly<Record<string, string>>;
  kinds: { actions: readonly string[]; subjects: readonly string[] };
}

/** Words for the chip of each filter. */
const CHIPS: Record<string, (value: string) => string> = {
  actor: (value) => (value === "admins" ? "By admins" : `By ${value}`),
  action: actionWords,
  subject: (value) => value,
  id: (value) => `“${value}”`,
  reseller: (value) => `Reseller ${value}`,
  from: (value) => `From ${value}`,
  to: (value) => `To ${value}`,
};

/** Everything that the records can be narrowed by. */
export function AuditFilters({ on, kinds }: Props) {
  const choice = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return (
    <FilterBar
      key={JSON.stringify(on)}
      action="/admin/audit"
      active={Object.entries(on).map(([name, value]) => ({
        label: CHIPS[name]?.(value) ?? value,
        without: address("/admin/audit", on, { [name]: null }),
      }))}
      search={
        <SearchInput
          label="What it was done to"
          name="id"
          placeholder="An ident, or a number"
          defaultValue={on.id}
        />
      }
    >
      <Input label="By" name="actor" placeholder="E-mail, or admins" list="actors" defaultValue={on.actor} />
      <datalist id="actors">
        <option value="admins" />
      </datalist>
      <Select
        label="Action"
        name="action"
        empty="All"
        options={kinds.actions.map((value) => ({ value, label: actionWords(value) }))}
        defaultValue={on.action}
      />
      <Select
        label="Thing"
        name="subject"
        empty="All"
        options={choice(kinds.subjects)}
        defaultValue={on.subject}
      />
      <Input
        label="Reseller"
        name="reseller"
        inputMode="numeric"
        placeholder="Number"
        defaultValue={on.reseller}
      />
      <Input type="date" label="From" name="from" defaultValue={on.from} />
      <Input type="date" label="To" name="to" defaultValue={on.to} />
    </FilterBar>
  );
}
