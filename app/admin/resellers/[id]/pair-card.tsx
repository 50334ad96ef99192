import { PairBadge, SharedFacts } from "#app/admin/resellers/agents/pair-badge";
import { Card } from "#app/ui/card";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Time } from "#app/ui/time";
import { type AgentRow, agentList } from "#lib/agent/agent-list";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";

const MAX_LISTED = 8;

/** The pairs of a reseller, as agent or parent; nothing without any. */
export async function PairCard({ ctx, resellerId }: { ctx: Ctx; resellerId: number }) {
  const { rows } = await agentList.page(ctx, { reseller: resellerId }, MAX_LISTED);
  if (rows.length === 0) return null;
  return (
    <Card
      title="Agents"
      padded={false}
      link={{ href: "/admin/resellers/agents", label: "All" }}
      className="overflow-hidden"
    >
      <RowList label="Agents">
        {rows.map((row) => (
          <PairRow key={row.id} row={row} isAgent={row.agent?.id === resellerId} />
        ))}
      </RowList>
    </Card>
  );
}

function PairRow({ row, isAgent }: { row: AgentRow; isAgent: boolean }) {
  const { parent, agent, name, startedAt, commission } = row;
  const other = isAgent ? parent : agent;
  return (
    <ListRow
      href={other ? `/admin/resellers/${other.id}` : undefined}
      title={isAgent ? `Agent of ${parent.name}` : (agent?.name ?? name)}
      note={
        <>
          {startedAt && <Time at={startedAt} />}
          <SharedFacts row={row} />
        </>
      }
      value={formatMoney(commission)}
      state={<PairBadge row={row} />}
    />
  );
}
