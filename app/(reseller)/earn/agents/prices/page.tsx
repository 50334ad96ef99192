import { notFound } from "next/navigation";
import { formatBound } from "#app/(reseller)/earn/agents/price-card";
import { GainForm, GainSettings } from "#app/(reseller)/prices/gain";
import { NetworkTabs } from "#app/(reseller)/prices/network-tabs";
import { PlanGroupList } from "#app/(reseller)/prices/plan-group-list";
import { toPlanGroupTexts } from "#app/(reseller)/prices/price-list-view.ts";
import { PRICE_LISTS } from "#app/(reseller)/prices/price-lists.ts";
import { Card } from "#app/ui/card";
import type { Query } from "#app/ui/list/build-href.ts";
import { PageHeader } from "#app/ui/page/page-header";
import { BalanceToggle } from "#app/ui/private-money";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { mayHaveAgents } from "#lib/agent/invite-agent";
import { readSettings } from "#lib/audit/settings/read-settings";
import { ListPlansInput } from "#lib/catalogue/list-plans";
import { getPriceList } from "#lib/price-list/get-price-list";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Agents’ prices" };

/** The agents’ price of each plan, and what the reseller adds. */
export default async function AgentPricesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  if (!(await mayHaveAgents(ctx))) notFound();
  const query = await searchParams;
  const input = ListPlansInput.pick({ network: true }).parse(query);
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
      {view.list ? (
        <div className="relative -mt-2 mb-2">
          <GainSettings
            audience="agents"
            list={view.list}
            plans={view.all}
            networks={view.networks}
            types={[...new Set(view.types.map(({ name }) => name))]}
            open={[query.open].flat()[0]}
          />
          <div className="absolute top-2.5 right-0">
            <BalanceToggle />
          </div>
        </div>
      ) : (
        <Card title="Choose what you earn" className="mb-5">
          <GainForm audience="agents" value="2" />
        </Card>
      )}
      <NetworkTabs
        path={PRICE_LISTS.agents.path}
        networks={view.networks}
        chosen={input.network}
        query={query}
      />
      <PlanGroupList audience="agents" groups={toPlanGroupTexts(view.plans)} sold={view.fresh} />
    </>
  );
}
