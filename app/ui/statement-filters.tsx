import { ENTRY_WORDS } from "#lib/ledger/entry-words";
import { KINDS, type StatementFilter } from "#lib/ledger/statement";
import { address } from "./address.ts";
import { type ActiveFilter, FilterBar } from "./filter-bar.tsx";
import { Input } from "./input.tsx";
import { Select } from "./select.tsx";

interface Props {
  /** The page itself. */
  action: string;
  filter: StatementFilter;
}

/** The filters of a statement: what kind of entry, and from when to when. */
export function StatementFilters({ action, filter }: Props) {
  const { kind, from, to } = filter;
  return (
    <FilterBar
      action={action}
      active={chips(action, filter)}
      search={
        <Select
          key={`kind ${kind}`}
          label="Kind of entry"
          labelHidden
          name="kind"
          empty="Everything"
          defaultValue={kind ?? ""}
          options={KINDS.map((value) => ({ value, label: ENTRY_WORDS[value] }))}
        />
      }
    >
      <Input
        key={`from ${from}`}
        type="date"
        className="md:text-sm"
        label="From"
        name="from"
        defaultValue={from}
      />
      <Input key={`to ${to}`} type="date" className="md:text-sm" label="To" name="to" defaultValue={to} />
    </FilterBar>
  );
}

/** The filters that are on, as they stand in an address. */
export function statementQuery({ kind, from, to }: StatementFilter): Record<string, string> {
  return { ...(kind && { kind }), ...(from && { from }), ...(to && { to }) };
}

function chips(action: string, filter: StatementFilter): ActiveFilter[] {
  const on = statementQuery(filter);
  const words = { kind: filter.kind && ENTRY_WORDS[filter.kind], from: `From ${on.from}`, to: `To ${on.to}` };
  return Object.keys(on).map((name) => ({
    label: words[name as keyof typeof words] ?? name,
    without: address(action, on, { [name]: null }),
  }));
}
