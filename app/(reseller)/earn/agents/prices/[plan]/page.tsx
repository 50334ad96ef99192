import { notFound } from "next/navigation";
import { PlanPricePage } from "#app/(reseller)/prices/plan-price-page";
import { mayHaveAgents } from "#lib/agent/invite-agent";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Plan price" };

export default async function AgentPlanPage({ params }: { params: Promise<{ plan: string }> }) {
  const { ctx } = await requireResellerPage();
  if (!(await mayHaveAgents(ctx))) notFound();
  return <PlanPricePage ctx={ctx} audience="agents" id={(await params).plan} />;
}
