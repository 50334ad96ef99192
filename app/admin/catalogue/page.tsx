import type { Metadata } from "next";
import { AdminPlansInput, adminPlans } from "#lib/catalogue/admin-plans";
import { current } from "#lib/catalogue/current";
import { ruleChoices } from "#lib/catalogue/rules";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../ui/address.ts";
import { CsvLink } from "../../ui/csv-link.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { NoPlans } from "./no-plans.tsx";
import { PlanFilters } from "./plan-filters.tsx";
import { PlanTable } from "./plan-table.tsx";
import { StaleCatalogue } from "./stale-catalogue.tsx";
import { CatalogueTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Catalogue" };

const HERE = "/admin/catalogue";

/** What the upstream sells, what it costs, and what every level pays. */
export default async function CataloguePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const query = await searchParams;
  const input = AdminPlansInput.parse(query);
  const on = { words: input.words, network: query.network, type: input.type, state: input.state };
  const [{ rows, next, previous }, choices, catalogue] = await Promise.all([
    adminPlans(ctx, input),
    ruleChoices(ctx),
    current(ctx),
  ]);
  const filtered = Object.values(on).some(Boolean);
  return (
    <>
      <PageHeader title="Catalogue" lead="What the upstream sells, what it costs, and what each level pays.">
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <CatalogueTabs here={HERE} />
      <StaleCatalogue catalogue={catalogue} />
      <PlanFilters query={on} input={input} choices={choices} />
      {rows.length === 0 ? <NoPlans filtered={filtered} /> : <PlanTable plans={rows} />}
      <Pager
        previous={previous && address(HERE, on, { before: previous })}
        next={next && address(HERE, on, { after: next })}
        words={{ previous: "Back", next: "More" }}
      />
    </>
  );
}
