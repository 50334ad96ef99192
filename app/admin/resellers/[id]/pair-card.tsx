import { PairBadge, SharedFacts } from "#app/admin/resellers/agents/pair-badge";
import { ButtonLink } from "#app/ui/button-link";
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
      action={
        <span className="-mr-3 flex gap-1">
          {rows.some(({ state, agent }) => state === "active" && agent?.id === resellerId) && (
            <ButtonLink href={`/admin/resellers/${resellerId}/price`} variant="quiet" size="sm">
              Explain a price
            </ButtonLink>
          )}
          <ButtonLink href="/admin/resellers/agents" variant="quiet" size="sm">
            All
          </ButtonLink>
        </span>
      }
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
  const partner = isAgent ? parent : agent;
  return (
    <ListRow
      href={partner ? `/admin/resellers/${partner.id}` : undefined}
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
