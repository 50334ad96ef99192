import { AdminList } from "#app/admin/admin-list";
import { ResellerTabs } from "#app/admin/tabs";
import { StateBadge } from "#app/ui/badge";
import { MessageCircle } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import type { Column } from "#app/ui/list/data-table";
import { describeMessage, MEDIUM_LABELS, MESSAGE_STATE_LABELS } from "#app/ui/message-labels.ts";
import { PageLink } from "#app/ui/page/page-link";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import { messageList, type OwnMessage } from "#lib/message/message-list";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Messages" };

export default async function MessagesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  return (
    <AdminList
      ctx={ctx}
      here="/admin/resellers/shops/messages"
      query={await searchParams}
      list={messageList}
      title="Messages to customers"
      lead="SMS and WhatsApp messages about shop orders and purchases, without numbers and texts."
      tabs={<ResellerTabs ctx={ctx} here="/admin/resellers/shops/messages" />}
      search="Reseller’s email"
      days
      empty={{
        icon: MessageCircle,
        title: "No messages yet",
        text: "They appear here once customers agree to messages, which Settings → Messages turns on.",
      }}
      table={{ columns: COLUMNS, rowKey: ({ id }) => id }}
    />
  );
}

const COLUMNS: readonly Column<OwnMessage>[] = [
  { head: "Time", phone: "note", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: "Message",
    phone: "title",
    cell: describeMessage,
  },
  {
    head: "Reseller",
    cell: ({ reseller }) => (
      <PageLink href={`/admin/resellers/${reseller.id}`} className="underline underline-offset-4">
        {reseller.name}
      </PageLink>
    ),
  },
  {
    head: "By",
    cell: ({ medium, provider, parts }) =>
      [MEDIUM_LABELS[medium], provider, parts && parts > 1 && `${parts} parts`].filter(Boolean).join(", "),
  },
  {
    head: "Price",
    align: "end",
    phone: "value",
    cell: ({ payer, price }) => `${formatMoney(price)} ${payer === "wallet" ? "(wallet)" : "(you)"}`,
  },
  {
    head: "Status",
    phone: "state",
    cell: ({ state, problem }) => (
      <>
        <StateBadge {...MESSAGE_STATE_LABELS[state]} icon={false} />
        {problem && <span className="block text-muted text-sm">{problem}</span>}
      </>
    ),
  },
];
