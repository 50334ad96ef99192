import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { MessageCircleQuestionMark } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListPage } from "#app/ui/list/list-page";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { NetworkTile } from "#app/ui/network-tile";
import { deliveryIssueStateLabel } from "#app/ui/purchase/delivery-issue-labels.ts";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatTime } from "#lib/core/time/time";
import { type OwnDeliveryIssue, ownDeliveryIssueList } from "#lib/issue/delivery-issue-list";
import { requireResellerPage } from "#lib/request/actor";

export const metadata = { title: "Delivery issues" };

const EMPTY_STATE = {
  icon: MessageCircleQuestionMark,
  title: "No delivery issues yet",
  text: "If a customer didn’t get their data, open the purchase and report it there.",
  action: { href: "/purchases", label: "View purchases" },
};

export default async function DeliveryIssuesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const page = await ownDeliveryIssueList.page(ctx, await searchParams);
  return (
    <ListPage
      live
      here="/purchases/delivery-issues"
      page={page}
      title="Delivery issues"
      lead="Delivery issues you reported, and their status."
      back={{ href: "/purchases", label: "Purchases" }}
      empty={EMPTY_STATE}
    >
      <Card padded={false}>
        <RowList label="Delivery issues">
          {page.rows.map((issue) => (
            <DeliveryIssueRow key={issue.id} issue={issue} />
          ))}
        </RowList>
      </Card>
    </ListPage>
  );
}

function DeliveryIssueRow({ issue }: { issue: OwnDeliveryIssue }) {
  const { ident, phone, networkName, state, answerBy } = issue;
  return (
    <ListRow
      href={`/purchases/${ident}`}
      lead={<NetworkTile name={networkName} />}
      title={`${phone}, ${formatPlanName(issue)}`}
      note={state === "admin" && `Reply by ${formatTime(answerBy)}`}
      state={<StateBadge {...deliveryIssueStateLabel(issue)} />}
    />
  );
}
