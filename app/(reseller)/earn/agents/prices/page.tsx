import { notFound } from "next/navigation";
import { OffBanner } from "#app/(reseller)/buy/buy-parts";
import { formatBound } from "#app/(reseller)/earn/agents/price-card";
import { GainForm } from "#app/(reseller)/prices/gain";
import { PriceListBody, PriceListSettings } from "#app/(reseller)/prices/price-list-body";
import { Card } from "#app/ui/card";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { mayHaveAgents } from "#lib/agent/invite-agent";
import { readSettings } from "#lib/audit/settings/read-settings";
import { ListPlansInput } from "#lib/catalogue/list-plans";
import { getPriceList } from "#lib/price-list/get-price-list";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Agents’ prices" };

/** The agents’ price of each plan, and what the reseller adds. Its filters are in the query. */
export default async function AgentPricesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  if (!(await mayHaveAgents(ctx))) notFound();
  const query = await searchParams;
  const input = ListPlansInput.parse(query);
  const [view, { margin }] = await Promise.all([
    getPriceList(ctx, input, "agents"),
    readSettings(ctx, agentSettings),
  ]);
  return (
    <>
      <PageHeader
        title="Agents’ prices"
        lead={`What all your agents pay: your price and what you add. ${formatBound(margin)}`}
        back={{ href: "/earn/agents", label: "Agents" }}
      />
      <OffBanner off={view.off} />
      <PriceListSettings audience="agents" query={query} view={view} />
      {!view.list && (
        <Card title="Choose what you earn" className="mb-5">
          <GainForm audience="agents" value="2" />
        </Card>
      )}
      <PriceListBody audience="agents" query={query} input={input} view={view} />
    </>
  );
}
