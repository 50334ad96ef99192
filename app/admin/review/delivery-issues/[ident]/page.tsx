import { notFound } from "next/navigation";
import { AdminForm } from "#app/admin/admin-form";
import { HistoryCard } from "#app/admin/history";
import { AdminPurchaseDetails } from "#app/admin/purchases/[ident]/admin-purchase-details";
import { AttemptList } from "#app/admin/purchases/[ident]/attempt-list";
import { replyToDeliveryIssueAction } from "#app/admin/review/actions.ts";
import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { Input } from "#app/ui/form/input";
import { Select } from "#app/ui/form/select";
import { Textarea } from "#app/ui/form/textarea";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import {
  addDeliveryIssueSteps,
  deliveryIssueStateLabel,
  SYMPTOM_LABELS,
} from "#app/ui/purchase/delivery-issue-labels.ts";
import { DeliveryIssueThread } from "#app/ui/purchase/delivery-issue-thread";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { Time } from "#app/ui/time";
import { getApprovalLimit, needsApproval } from "#lib/audit/approval-limits";
import { getAuditHistory } from "#lib/audit/audit-history";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { type AdminDeliveryIssueView, findAdminDeliveryIssue } from "#lib/purchase/issue/delivery-issue-view";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import type { AdminPurchaseDetail } from "#lib/purchase/read/purchase-view";
import { requireAdminPage } from "#lib/web/actor";
import { loadOrNotFound } from "#lib/web/load-or-not-found";

export const metadata = { title: "Delivery issue" };

export default async function DeliveryIssuePage({ params }: { params: Promise<{ ident: string }> }) {
  const { ctx } = await requireAdminPage();
  const { ident } = await params;
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  const [purchase, issue, approvalLimit] = await Promise.all([
    loadOrNotFound(getAdminPurchase(ctx, { ident })),
    findAdminDeliveryIssue(ctx, ident),
    getApprovalLimit(ctx),
  ]);
  if (!issue) notFound();
  const { phone, state, cancelled, price } = purchase;
  const { word, tone } = deliveryIssueStateLabel(issue);
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title={
          <>
            Not received: {formatPlanName(purchase)} <span className="text-muted">for</span> {phone}
          </>
        }
        lead={`${formatMoney(price)}, ${purchase.reseller.name}`}
        back={{ href: "/admin/review/delivery-issues", label: "Delivery issues" }}
      >
        <StateBadge word={word} tone={tone} />
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-5">
          <IssueThread issue={issue} />
          <ReplyForm
            issue={issue}
            purchase={purchase}
            needsSecond={approvalLimit.hasApprover && needsApproval(approvalLimit, price)}
          />
          <HistoryCard title="Audit" records={getAuditHistory(ctx, { subject: "case", subjectId: ident })} />
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
            <PurchaseTimeline
              steps={addDeliveryIssueSteps(purchase.timeline, issue.words)}
              state={state}
              cancelled={cancelled}
            />
          </Card>
          <AttemptList attempts={purchase.attempts} />
          <AdminPurchaseDetails purchase={purchase} />
        </div>
      </div>
    </>
  );
}

function IssueThread({ issue }: { issue: AdminDeliveryIssueView }) {
  const { symptom, words, resellerName, state, overdue, answerBy } = issue;
  return (
    <Card title="Messages">
      {state === "desk" && (
        <p className={overdue ? "mb-3 font-semibold text-bad" : "mb-3"}>
          {overdue ? "Reply was due " : "Reply by "}
          <Time at={answerBy} />
        </p>
      )}
      <DeliveryIssueThread
        messages={words.map((message) => ({
          ...message,
          author: RESELLER_KINDS.includes(message.kind) ? resellerName : (message.admin ?? "The operator"),
          text:
            message.kind === "opened"
              ? [SYMPTOM_LABELS[symptom], message.text].filter(Boolean).join(". ")
              : message.text,
          note: message.note && (
            <p className="mt-1 break-words text-muted text-sm">Internal note: “{message.note}”</p>
          ),
        }))}
      />
    </Card>
  );
}

const RESELLER_KINDS: readonly string[] = ["opened", "reply", "reopened"];

const REPLY_OPTIONS = [
  { value: "asking", label: "Asking the provider" },
  { value: "owner", label: "Details needed from the customer" },
  { value: "delivered", label: "Delivered: close" },
  { value: "money_back", label: "Failed: refund" },
];

interface ReplyFormProps {
  issue: AdminDeliveryIssueView;
  purchase: AdminPurchaseDetail;
  /** The price is above the daily limit of one admin. */
  needsSecond: boolean;
}

function ReplyForm({ issue, purchase, needsSecond }: ReplyFormProps) {
  if (issue.state === "closed") return null;
  const { ident, state, price } = purchase;
  const decided = state === "successful";
  return (
    <Card title="Reply">
      {!decided && (
        <Banner
          className="mb-4"
          kind="warn"
          title="The purchase is unconfirmed"
          action={
            <ButtonLink href={`/admin/review?q=${ident}#unconfirmed`} variant="secondary" size="sm">
              Resolve purchase
            </ButtonLink>
          }
        >
          Resolve the purchase first. If it wasn’t delivered, it’s refunded and the delivery issue closes.
        </Banner>
      )}
      <AdminForm
        needs="answer"
        id="answer"
        action={replyToDeliveryIssueAction}
        hidden={{ ident, version: issue.version }}
        reasonLabel="Internal note"
        reasonHint="Your evidence, for example a ticket. Only admins see it."
        submit="Send reply"
        look={{ variant: "primary" }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Result"
            name="answer"
            empty="Select"
            defaultValue=""
            options={decided ? REPLY_OPTIONS : REPLY_OPTIONS.slice(0, 2)}
          />
          <Input
            label="Next update in (hours)"
            name="hours"
            inputMode="numeric"
            defaultValue="24"
            hint="While you’re asking."
          />
        </div>
        <Textarea label={`Message to ${issue.resellerName}`} name="text" maxLength={500} />
        {decided && (
          <p className="text-muted text-sm">
            A refund reverses the purchase and credits {formatMoney(price)} to the wallet once
            {needsSecond ? ", after another admin approves it" : ""}. Your message appears on the statement.
          </p>
        )}
      </AdminForm>
    </Card>
  );
}
