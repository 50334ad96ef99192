import { PackageOpen, SearchX } from "lucide-react";
import type { Metadata } from "next";
import { current } from "#lib/catalogue/current";
import { planList } from "#lib/catalogue/plan-list";
import { ruleChoices } from "#lib/catalogue/rules";
import { savedViews } from "#lib/desk/saved-views";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { AdminList } from "../saved-views.tsx";
import { PLAN_SEARCH, planFilters } from "./filters.ts";
import { PlanTable } from "./plan-table.tsx";
import { StaleCatalogue } from "./stale-catalogue.tsx";
import { CatalogueTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Catalogue" };

const HERE = "/admin/catalogue";

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
  const [page, choices, catalogue, views] = await Promise.all([
    planList.page(ctx, await searchParams),
    ruleChoices(ctx),
    current(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <AdminList
      here={HERE}
      views={views}
      page={page}
      title="Catalogue"
      lead="What the upstream sells, what it costs, and what each level pays."
      above={
        <>
          <CatalogueTabs here={HERE} />
          <StaleCatalogue catalogue={catalogue} />
        </>
      }
      search={PLAN_SEARCH}
      filters={planFilters(choices, page.filter.network)}
      empty={EMPTY}
      unmatched={UNMATCHED}
      words={{ previous: "Back", next: "More" }}
    >
      <PlanTable plans={page.rows} />
    </AdminList>
  );
}
