import { AdminList } from "#app/admin/admin-list";
import { CatalogueTabs } from "#app/admin/tabs";
import { Banner } from "#app/ui/banner";
import { PackageOpen } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { TimePhrase } from "#app/ui/time";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { planList } from "#lib/catalogue/plan-list";
import { getPriceRuleChoices } from "#lib/catalogue/price/list-price-rules";
import { requireAdminPage } from "#lib/request/actor";
import { AdminPlanTable } from "./admin-plan-table.tsx";
import { buildPlanFilters, PLAN_SEARCH } from "./filters.ts";

export const metadata = { title: "Catalogue" };

const PATH = "/admin/catalogue";

export default async function CataloguePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [choices, catalogue] = await Promise.all([getPriceRuleChoices(ctx), getCatalogue(ctx)]);
  return (
    <AdminList
      ctx={ctx}
      here={PATH}
      query={await searchParams}
      list={planList}
      title="Catalogue"
      lead="The main supplier’s plans, their cost, and the price of each level."
      tabs={<CatalogueTabs here={PATH} />}
      above={<StaleCatalogue catalogue={catalogue} />}
      search={PLAN_SEARCH}
      filters={({ filter }) => buildPlanFilters(choices, filter.network)}
      empty={{
        icon: PackageOpen,
        title: "No plans yet",
        text: "The portal requests the main supplier’s plans every minute. They appear here when they arrive.",
        action: { href: "/admin/records/system", label: "Open System", quiet: true },
      }}
      searchHint="Try fewer words (“1 GB weekly”), a plan’s number (“#12”) or another network."
      labels={{ previous: "Back", next: "More" }}
    >
      {({ rows }) => <AdminPlanTable plans={rows} />}
    </AdminList>
  );
}

function StaleCatalogue({ catalogue }: { catalogue: Catalogue }) {
  const { fresh, staleSince, failure } = catalogue;
  if (fresh) return null;
  return (
    <Banner
      className="mb-4"
      kind="warn"
      title="No plans are sold: the plan list is too old"
      link={{ href: "/admin/records/system", label: "Open System" }}
    >
      {staleSince ? (
        <TimePhrase before="The last list arrived " at={staleSince} after="." />
      ) : (
        "No list arrived yet."
      )}{" "}
      {failure}
    </Banner>
  );
}
