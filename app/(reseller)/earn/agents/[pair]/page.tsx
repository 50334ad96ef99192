import { notFound } from "next/navigation";
import { AgentBadge } from "#app/(reseller)/earn/agents/agent-badge";
import { requireAgents } from "#app/(reseller)/earn/agents/require-agents.ts";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PrivateMoney } from "#app/ui/private-money";
import { Time } from "#app/ui/time";
import { listAgentTransfers } from "#lib/agent/answer-request";
import { type AgentView, listAgents } from "#lib/agent/list-agents";
import { getRequestableAmount } from "#lib/agent/send-money";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { requireResellerPage } from "#lib/request/actor";
import { EndAgent, EndBanner } from "./end-agent.tsx";
import { InvitationCard } from "./invitation-card.tsx";
import { RequestMoneyCard, SendMoneyCard } from "./money-cards.tsx";
import { TransferCard } from "./transfer-card.tsx";

export const metadata = { title: "Agent" };

/** An agent or an invitation, as the parent sees it: never customers, their numbers or selling prices. */
export default async function AgentPage({ params }: { params: Promise<{ pair: string }> }) {
  const { ctx } = await requireResellerPage();
  await requireAgents(ctx);
  const { pair } = await params;
  const agent = (await listAgents(ctx)).find(({ id }) => String(id) === pair);
  if (!agent) notFound();
  const pairId = agent.id;
  const [transfers, requestable] = agent.startedAt
    ? await Promise.all([listAgentTransfers(ctx, { pairId }), getRequestableAmount(ctx, { pairId })])
    : [[], 0n];
  const hasSent = transfers.some(({ state, amount }) => state === "sent" && amount < 0n);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title={
          <>
            {agent.name} <AgentBadge agent={agent} />
          </>
        }
        back={{ href: "/earn/agents", label: "Agents" }}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {agent.startedAt ? (
          <>
            <div className="grid min-w-0 grid-cols-1 gap-6">
              <EndBanner agent={agent} />
              {agent.state === "active" && <SendMoneyCard ctx={ctx} agent={agent} transfers={transfers} />}
              <SalesCard agent={agent} />
            </div>
            <div className="grid min-w-0 grid-cols-1 gap-6">
              <TransferCard transfers={transfers} />
              {(requestable > 0n || (agent.state === "active" && hasSent)) && (
                <RequestMoneyCard agent={agent} most={requestable} />
              )}
              {agent.state === "active" && !agent.endsAt && <EndAgent agent={agent} />}
            </div>
          </>
        ) : (
          <InvitationCard agent={agent} />
        )}
      </div>
    </>
  );
}

function SalesCard({ agent: { today, month, startedAt, seenAt } }: { agent: AgentView }) {
  const format = ({ count, amount }: AgentView["month"]) =>
    `${pluralise(count, "sale", "sales")}, ${formatMoney(amount)}`;
  return (
    <Card title="Sales">
      <DescriptionList
        facts={[
          { label: "You earned today", value: <PrivateMoney text={formatMoney(today.commission)} /> },
          { label: "You earned this month", value: <PrivateMoney text={formatMoney(month.commission)} /> },
          { label: "Bought today", value: format(today) },
          { label: "Bought this month", value: format(month) },
          { label: "Last active", value: seenAt ? <Time at={seenAt} /> : "Not seen yet" },
          startedAt && { label: "Agent since", value: <Time at={startedAt} /> },
        ]}
      />
    </Card>
  );
}
