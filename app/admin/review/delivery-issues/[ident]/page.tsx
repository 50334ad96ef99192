import { notFound } from "next/navigation";
import { HistoryCard } from "#app/admin/history";
import { AdminPurchaseDetails } from "#app/admin/purchases/[ident]/admin-purchase-details";
import { AttemptList } from "#app/admin/purchases/[ident]/attempt-list";
import { IssueThread } from "#app/admin/review/delivery-issues/issue-thread";
import { IssueReplyForm } from "#app/admin/review/delivery-issues/reply-form";
import { ResultBanner } from "#app/admin/review/result-banner";
import { StateBadge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import type { PageProps } from "#app/ui/page/page-props.ts";
import { PageShortcuts } from "#app/ui/page/page-shortcuts";
import { deliveryIssueStateLabel } from "#app/ui/purchase/delivery-issue-labels.ts";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { getApprovalLimit, needsApproval } from "#lib/audit/approval-limits";
import { getAuditHistory } from "#lib/audit/audit-history";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { findAdminDeliveryIssue } from "#lib/issue/delivery-issue-view";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import { requireAdminPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { listSavedReplies } from "#lib/review/saved-replies";

export const metadata = { title: "Delivery issue" };

export default async function DeliveryIssuePage({ params, searchParams }: PageProps<{ ident: string }>) {
  const { ctx } = await requireAdminPage();
  const { ident } = await params;
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  const { done } = await searchParams;
  const [purchase, issue, approvalLimit, replies] = await Promise.all([
    loadOrNotFound(getAdminPurchase(ctx, { ident })),
    findAdminDeliveryIssue(ctx, ident),
    getApprovalLimit(ctx),
    listSavedReplies(ctx),
  ]);
  if (!issue) notFound();
  const { phone, state, cancelled, price } = purchase;
  return (
    <>
      <LiveUpdates />
      <PageShortcuts />
      <PageHeader
        title={
          <>
            Delivery issue: {formatPlanName(purchase)} <span className="text-muted">for</span> {phone}
          </>
        }
        lead={`${formatMoney(price)}, ${purchase.reseller.name}`}
        back={{ href: "/admin/review/delivery-issues", label: "Delivery issues" }}
      >
        <StateBadge {...deliveryIssueStateLabel(issue)} />
      </PageHeader>
      {typeof done === "string" && <ResultBanner ctx={ctx} done={done} queueLink />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <IssueThread issue={issue} />
          <IssueReplyForm
            key={issue.version}
            issue={issue}
            purchase={purchase}
            needsSecond={approvalLimit.hasApprover && needsApproval(approvalLimit, price)}
            replies={replies}
            facts={{
              number: phone,
              plan: formatPlanName(purchase),
              price: formatMoney(price),
              reseller: issue.resellerName,
            }}
            next={`/admin/review/delivery-issues/${ident}`}
          />
          <HistoryCard
            title="Audit"
            records={getAuditHistory(ctx, { subject: "delivery_issue", subjectId: ident })}
          />
        </div>
        <div className="grid min-w-0 gap-5">
          <Card
            title="Timeline"
            action={
              <PageLink href={`/admin/purchases/${ident}`} className="font-medium text-accent text-sm">
                <PurchaseStateBadge state={state} cancelled={cancelled} />
              </PageLink>
            }
          >
            <PurchaseTimeline purchase={purchase} issue={issue} />
          </Card>
          <AttemptList attempts={purchase.attempts} />
          <AdminPurchaseDetails purchase={purchase} />
        </div>
      </div>
    </>
  );
}
