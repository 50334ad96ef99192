import { AdminList } from "#app/admin/admin-list";
import { ResellerLink } from "#app/admin/resellers/reseller-link";
import { SettingsSection } from "#app/admin/settings/settings-section";
import { ResellerTabs } from "#app/admin/tabs";
import { Gift } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { actionsColumn, type Column } from "#app/ui/list/data-table";
import { TextLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { type AgentRow, agentList } from "#lib/agent/agent-list";
import { formatMoney } from "#lib/core/money/money";
import { requireAdminPage } from "#lib/request/actor";
import { EndPairDialog } from "./end-pair-dialog.tsx";
import { PairBadge, SharedFacts } from "./pair-badge.tsx";

export const metadata = { title: "Agents" };

const PATH = "/admin/resellers/agents";

const STATES = { invited: "Invited", applied: "In review", active: "Active", ended: "Ended" };

export default async function AgentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  return (
    <AdminList
      ctx={ctx}
      here={PATH}
      query={await searchParams}
      list={agentList}
      title="Agents"
      tabs={<ResellerTabs ctx={ctx} here={PATH} />}
      below={
        <div className="mt-8">
          <SettingsSection ctx={ctx} of={agentSettings} />
        </div>
      }
      search="Name"
      filters={[
        { name: "state", label: "Status", options: STATES },
        {
          ...{ name: "reseller", kind: "text", numeric: true, label: "Parent or agent" },
          placeholder: "Reseller ID",
          chip: (id) => `Reseller ${id}`,
        },
      ]}
      empty={{
        icon: Gift,
        title: "No agents yet",
        text: "A reseller who is invited by another one appears here.",
      }}
      searchHint="Search for part of a name."
      above={
        <p className="mb-3">
          <TextLink href={`${PATH}/report`}>Report by parent</TextLink>
        </p>
      }
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
    />
  );
}

const COLUMNS: readonly Column<AgentRow>[] = [
  {
    head: "Agent",
    phone: "title",
    cell: ({ agent, name }) => (agent ? <ResellerLink {...agent} /> : name),
  },
  { head: "Parent", phone: "note", cell: ({ parent }) => <ResellerLink {...parent} /> },
  { head: "Invited", from: "xl", cell: ({ invitedAt }) => <Time at={invitedAt} /> },
  { head: "Started", cell: ({ startedAt }) => startedAt && <Time at={startedAt} /> },
  { head: "Sales", align: "end", cell: ({ bought }) => bought },
  { head: "Paid by agent", align: "end", cell: ({ amount }) => formatMoney(amount) },
  { head: "Commission", align: "end", cell: ({ commission }) => formatMoney(commission) },
  {
    head: "Status",
    phone: "state",
    cell: (row) => (
      <>
        <PairBadge row={row} />
        <SharedFacts row={row} />
      </>
    ),
  },
  { ...actionsColumn((row) => <EndPairDialog row={row} />), phone: "value" },
];
