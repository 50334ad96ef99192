import { cx } from "#app/ui/cx.ts";
import { Input } from "#app/ui/form/input";
import type { SelectOption } from "#app/ui/form/select";
import { Select } from "#app/ui/form/select";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import type { ActiveFilter } from "#app/ui/list/filter-bar";
import { FilterBar } from "#app/ui/list/filter-bar";
import { SearchInput } from "#app/ui/list/search-input";
import { NetworkTile } from "#app/ui/network-tile";
import { PageLink } from "#app/ui/page/page-link";
import type { ListPlansInput, PlanListView } from "#lib/catalogue/list-plans";
import { formatMoney } from "#lib/core/money/money";

interface Props {
  query: Query;
  input: ListPlansInput;
  view: PlanListView;
}

/** The filters of the price list, except the network. */
export function PlanFilters({ query, input, view }: Props) {
  const typed = (name: string) => [query[name]].flat()[0];
  const validities = view.validities.map((value) => ({ value, label: value }));
  return (
    <FilterBar
      key={JSON.stringify(query)}
      action="/buy"
      active={listActiveFilters(query, input, view)}
      search={
        <SearchInput label="Find a plan" name="words" placeholder="1 GB weekly" defaultValue={input.words} />
      }
    >
      <input type="hidden" name="view" value="plans" />
      {input.network !== undefined && <input type="hidden" name="network" value={input.network} />}
      <Select
        label="Type"
        name="type"
        empty="All types"
        options={buildTypeOptions(view, input.network)}
        defaultValue={typed("type")}
      />
      <Select
        label="Validity"
        name="validity"
        empty="Any validity"
        options={validities}
        defaultValue={input.validity}
      />
      <Input label="Minimum price" name="min" inputMode="decimal" defaultValue={typed("min")} />
      <Input label="Maximum price" name="max" inputMode="decimal" defaultValue={typed("max")} />
    </FilterBar>
  );
}

interface NetworkTabsProps {
  networks: readonly { id: number; name: string }[];
  chosen: number | undefined;
  query: Query;
}

const TAB_CLASS = [
  "inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-md border border-line bg-surface pr-4 pl-2",
  "font-medium hover:border-edge aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent",
].join(" ");

/** One tab for each network. A type belongs to one network, so changing the network drops it. */
export function NetworkTabs({ networks, chosen, query }: NetworkTabsProps) {
  const to = (network: string | null) => buildHref("/buy", query, { network, type: null });
  return (
    <nav aria-label="Networks" className="-mx-4 mb-3 overflow-x-auto px-4 pb-1 md:mx-0 md:px-0">
      <ul className="flex gap-2">
        <li>
          <PageLink
            href={to(null)}
            aria-current={chosen ? undefined : "true"}
            className={cx(TAB_CLASS, "pl-4")}
          >
            All
          </PageLink>
        </li>
        {networks.map(({ id, name }) => (
          <li key={id}>
            <PageLink
              href={to(String(id))}
              aria-current={chosen === id ? "true" : undefined}
              className={TAB_CLASS}
            >
              <NetworkTile name={name} size="sm" />
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The plan types to filter by: of the chosen network, or of all, each id once with its names. */
export function buildTypeOptions(
  { types }: Pick<PlanListView, "types">,
  network: number | undefined,
): SelectOption[] {
  const names = new Map<number, Set<string>>();
  for (const type of types) {
    if (network !== undefined && type.networkId !== network) continue;
    names.set(type.id, (names.get(type.id) ?? new Set()).add(type.name));
  }
  return [...names].map(([id, of]) => ({ value: String(id), label: [...of].join(", ") }));
}

/** The labels of the active filters, each with the address without it. */
export function listActiveFilters(query: Query, input: ListPlansInput, view: PlanListView): ActiveFilter[] {
  const without = (name: string) => buildHref("/buy", query, { [name]: null });
  const type = buildTypeOptions(view, input.network).find(({ value }) => value === String(input.type));
  const on: [string, string | undefined | false][] = [
    ["words", input.words && `“${input.words}”`],
    ["type", type?.label],
    ["validity", input.validity],
    ["min", input.min !== undefined && `From ${formatMoney(input.min)}`],
    ["max", input.max !== undefined && `Up to ${formatMoney(input.max)}`],
  ];
  return on.flatMap(([name, label]) => (label ? [{ label, without: without(name) }] : []));
}
