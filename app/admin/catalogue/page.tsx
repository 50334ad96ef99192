import { PackageOpen, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { current } from "#lib/catalogue/current";
import { planList } from "#lib/catalogue/plan-list";
import { type RuleChoices, ruleChoices } from "#lib/catalogue/rules";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import type { Filter } from "../../ui/list-filters.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { PlanTable } from "./plan-table.tsx";
import { StaleCatalogue } from "./stale-catalogue.tsx";
import { CatalogueTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Catalogue" };

const HERE = "/admin/catalogue";

const STATES = [
  { value: "sold", label: "Sold" },
  { value: "not_sold", label: "Not sold" },
  { value: "below_cost", label: "Below cost" },
  { value: "hidden", label: "Hidden" },
  { value: "off", label: "Switched off" },
  { value: "gone", label: "No longer listed" },
];

const EMPTY = {
  icon: PackageOpen,
  title: "No list came yet",
  text: "The upstream's plans are asked for every minute, and are here as soon as they come.",
  action: { href: "/admin/system", label: "See the system", quiet: true },
};

const UNMATCHED = {
  icon: SearchX,
  title: "No plan fits",
  text: "Try fewer words (“1 GB weekly”), a plan's number (“#12”), or another network.",
  action: { href: HERE, label: "Show all plans", quiet: true },
};

/** What the upstream sells, what it costs, and what every level pays. */
export default async function CataloguePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, choices, catalogue] = await Promise.all([
    planList.page(ctx, await searchParams),
    ruleChoices(ctx),
    current(ctx),
  ]);
  return (
    <ListPage
      here={HERE}
      page={page}
      title="Catalogue"
      lead="What the upstream sells, what it costs, and what each level pays."
      above={
        <>
          <CatalogueTabs here={HERE} />
          <StaleCatalogue catalogue={catalogue} />
        </>
      }
      search={{ name: "words", label: "Find a plan", placeholder: "1 GB weekly, or #12" }}
      filters={filtersOf(choices, page.filter.network)}
      empty={EMPTY}
      unmatched={UNMATCHED}
      words={{ previous: "Back", next: "More" }}
    >
      <PlanTable plans={page.rows} />
    </ListPage>
  );
}

/** Of the types, those of the network that is chosen. */
function filtersOf({ networks, types }: RuleChoices, network: number | undefined): Filter[] {
  const named = types.map(({ networkId, id, name, networkName }) => ({
    ...{ networkId, name, value: `${networkId} ${id}` },
    full: `${networkName} ${name}`,
  }));
  return [
    {
      name: "network",
      label: "Network",
      empty: "All",
      options: networks.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: "type",
      label: "Type",
      empty: "All",
      options: named
        .filter(({ networkId }) => network === undefined || networkId === network)
        .map(({ value, name, full }) => ({ value, label: network === undefined ? full : name })),
      chip: (type) => named.find(({ value }) => value === type)?.full,
    },
    { name: "state", label: "State", empty: "All", options: STATES },
  ];
}
