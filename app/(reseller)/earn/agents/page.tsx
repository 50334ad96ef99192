import { EarnTabs } from "#app/(reseller)/earn/earn-tabs";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { BalanceToggle, PrivateMoney } from "#app/ui/private-money";
import { Time } from "#app/ui/time";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { mayHaveAgents } from "#lib/agent/invite-agent";
import { type AgentView, getAgentEarnings, listAgents } from "#lib/agent/list-agents";
import { readSettings } from "#lib/audit/settings/read-settings";
import { formatMoney } from "#lib/core/money/money";
import { pluralise } from "#lib/core/text/pluralise";
import { getPriceList } from "#lib/price-list/get-price-list";
import { requireResellerPage } from "#lib/request/actor";
import { AgentBadge } from "./agent-badge.tsx";
import { InviteCard } from "./invite-card.tsx";
import { AgentPriceCard } from "./price-card.tsx";
import { requireAgents } from "./require-agents.ts";

export const metadata = { title: "Agents" };

const LEAD =
  "Agents are resellers with a wallet of their own. They buy at your price for agents, and you earn the difference on each delivery.";

/** Earnings by agents, each agent, their price, and the invitation of another one. */
export default async function AgentsPage() {
  const { ctx, session } = await requireResellerPage();
  await requireAgents(ctx);
  const [agents, earnings, isOn, { list }, { margin }] = await Promise.all([
    listAgents(ctx),
    getAgentEarnings(ctx),
    mayHaveAgents(ctx),
    getPriceList(ctx, {}, "agents"),
    readSettings(ctx, agentSettings),
  ]);
  const [current, ended] = [
    agents.filter(({ state }) => state !== "ended"),
    // A withdrawn invitation never was an agent.
    agents.filter(({ state, startedAt }) => state === "ended" && startedAt !== null),
  ];
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title="Earn more"
        tabs={<EarnTabs ctx={ctx} current="/earn/agents" />}
        lead={current.length === 0 && LEAD}
      />
      <div className="grid max-w-2xl gap-6">
        {!isOn && current.length > 0 && (
          <Banner kind="warn" title="Your agents pay their own level’s price now">
            You earn nothing on what they buy from now on. What you earned stays yours.
          </Banner>
        )}
        {agents.some(({ startedAt }) => startedAt !== null) && <Earnings {...earnings} />}
        {isOn && <AgentPriceCard list={list} hasAgents={current.length > 0} most={margin} />}
        {current.length > 0 && <AgentList title="Your agents" agents={current} />}
        {isOn && <InviteCard inviter={session.name} title={list ? "Invite agent" : "2. Invite agents"} />}
        {ended.length > 0 && <AgentList title="Ended" agents={ended} />}
      </div>
    </>
  );
}

function Earnings({ today, month }: Awaited<ReturnType<typeof getAgentEarnings>>) {
  return (
    <section aria-labelledby="earned">
      <div className="flex items-center gap-1 text-muted">
        <h2 id="earned">Earned by agents today</h2>
        <BalanceToggle />
      </div>
      <p className="mt-1">
        <PrivateMoney text={formatMoney(today)} size="hero" />
      </p>
      <p className="mt-1 text-muted">
        This month <PrivateMoney text={formatMoney(month)} className="font-semibold text-ink" />
      </p>
    </section>
  );
}

function AgentList({ title, agents }: { title: string; agents: readonly AgentView[] }) {
  return (
    <Card
      title={title}
      padded={false}
      action={<span className="text-muted text-sm">Earned this month</span>}
      className="overflow-hidden"
    >
      <RowList label={title}>
        {agents.map((agent) => (
          <ListRow
            key={agent.id}
            href={`/earn/agents/${agent.id}`}
            title={agent.name}
            note={<AgentNote agent={agent} />}
            value={agent.startedAt && <PrivateMoney text={formatMoney(agent.month.commission)} />}
            state={<AgentBadge agent={agent} />}
          />
        ))}
      </RowList>
    </Card>
  );
}

function AgentNote({ agent: { state, month, seenAt, expiresAt, endedAt } }: { agent: AgentView }) {
  if (state === "applied") return "Waits for approval by support";
  if (state === "invited")
    return expiresAt < new Date() ? (
      "The link has expired"
    ) : (
      <>
        Link expires <Time at={expiresAt} />
      </>
    );
  if (endedAt) return <Time at={endedAt} />;
  return (
    <>
      {pluralise(month.count, "sale", "sales")}
      {seenAt ? (
        <>
          {" · active "}
          <Time at={seenAt} />
        </>
      ) : (
        " · Not seen yet"
      )}
    </>
  );
}
