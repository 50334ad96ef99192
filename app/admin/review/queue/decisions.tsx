import type { ComponentProps } from "react";
import { AdminForm } from "#app/admin/admin-form";
import { AttemptList } from "#app/admin/purchases/[ident]/attempt-list";
import { UpgradeFacts } from "#app/admin/resellers/upgrades/upgrade-card";
import { ApprovalRequestFacts } from "#app/admin/review/[list]/approvals";
import { DeliveredBy } from "#app/admin/review/delivered-by";
import { IssueThread } from "#app/admin/review/delivery-issues/issue-thread";
import { IssueReplyForm } from "#app/admin/review/delivery-issues/reply-form";
import { PurchaseEvidence } from "#app/admin/review/purchase-evidence";
import {
  approveInQueueAction,
  approveTransferAction,
  approveUpgradeInQueueAction,
  decideUnconfirmedAction,
  rejectInQueueAction,
  rejectTransferAction,
  rejectUpgradeInQueueAction,
} from "#app/admin/review/queue/actions.ts";
import { FundingRequestFacts } from "#app/admin/wallets/funding-card";
import { Card } from "#app/ui/card";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/disclosure";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { ChevronDown } from "#app/ui/icon/icons.ts";
import { KeyHint } from "#app/ui/key-hint";
import { PageLink } from "#app/ui/page/page-link";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { getApprovalLimit, needsApproval } from "#lib/audit/approval-limits";
import { getApprovalPermission } from "#lib/audit/approval-request";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { findEarlierCredits } from "#lib/funding/find-earlier-credits";
import { fundingList } from "#lib/funding/funding-list";
import { suggestMatches } from "#lib/funding/suggest-matches";
import { findAdminDeliveryIssue } from "#lib/issue/delivery-issue-view";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import { approvalRequestList } from "#lib/reconcile/admin/approval-request-list";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import type { ReviewItem } from "#lib/review/review-queue";
import { fillReply, type SavedReply } from "#lib/review/saved-replies";
import { upgradeList } from "#lib/upgrade/upgrade-list";
import { SavedReplyButtons } from "./saved-reply-buttons.tsx";

export interface DecisionProps {
  ctx: Ctx;
  item: ReviewItem;
  replies: readonly SavedReply[];
  next: string;
  facts: Partial<Record<"number" | "plan" | "price" | "reseller", string>>;
}

/** Evidence and decision side by side on a desktop, so that both are in sight at once. */
const COLUMNS_CLASS =
  "grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[repeat(2,minmax(0,1fr))]";

const DECISION_ID = "decide";

/** The end of the card with the evidence: it stays in sight on a phone, where the decision is below. */
function DecisionLink({ children = "Go to decision" }: { children?: string }) {
  return (
    <a
      href={`#${DECISION_ID}`}
      className="sticky bottom-0 -mx-4 mt-4 -mb-4 flex min-h-12 items-center justify-center gap-1 rounded-b-lg border-line border-t bg-surface font-semibold text-accent md:-mx-5 md:-mb-5 xl:hidden"
    >
      {children}
      <ChevronDown aria-hidden className="size-4" />
    </a>
  );
}

const OUTCOMES = [
  { value: "successful", label: "Delivered: keep payment", key: "d" },
  { value: "failed", label: "Not delivered: refund", key: "r" },
] as const;

export async function UnconfirmedDecision({ ctx, item: { item }, next, replies, facts }: DecisionProps) {
  const [purchase] = (await unconfirmedList.page(ctx, { q: item }, 1)).rows;
  if (!purchase) return null;
  return (
    <div className={COLUMNS_CLASS}>
      <Card title="Evidence">
        <PurchaseEvidence purchase={purchase} />
        <DecisionLink />
      </Card>
      <Card title="Decision" id={DECISION_ID}>
        <AdminForm
          needs="money"
          id="decision"
          action={decideUnconfirmedAction}
          hidden={{ ident: item, next }}
          reasonHint="Your evidence, for example a ticket."
          submit="Resolve purchase"
          look={{ variant: "primary" }}
        >
          <FieldSet legend="Outcome" name="outcome">
            {OUTCOMES.map(({ value, label, key }) => (
              <Radio
                key={value}
                name="outcome"
                value={value}
                label={
                  <>
                    {label} {formatMoney(purchase.price)}
                    <KeyHint>{key.toUpperCase()}</KeyHint>
                  </>
                }
                aria-keyshortcuts={key}
                data-then="reason"
              />
            ))}
          </FieldSet>
          {purchase.isSupplierUnknown && <DeliveredBy />}
          <SavedReplyButtons
            keys
            field="reason"
            replies={replies
              .filter(({ field }) => field === "reason")
              .map(({ id, text }) => ({ id, text: fillReply(text, facts) }))}
          />
        </AdminForm>
      </Card>
    </div>
  );
}

export async function IssueDecision({ ctx, item: { item: ident }, next, replies, facts }: DecisionProps) {
  const [purchase, issue, approvalLimit] = await Promise.all([
    getAdminPurchase(ctx, { ident }),
    findAdminDeliveryIssue(ctx, ident),
    getApprovalLimit(ctx),
  ]);
  if (!issue) return null;
  return (
    <div className={cx(COLUMNS_CLASS, "xl:grid-rows-[auto_auto_1fr]")}>
      <IssueThread issue={issue}>
        {issue.state !== "closed" && <DecisionLink>Go to reply</DecisionLink>}
      </IssueThread>
      <div
        id={DECISION_ID}
        className="scroll-mt-4 xl:sticky xl:top-4 xl:col-start-2 xl:row-span-3 xl:row-start-1"
      >
        <IssueReplyForm
          issue={issue}
          purchase={purchase}
          needsSecond={approvalLimit.hasApprover && needsApproval(approvalLimit, purchase.price)}
          replies={replies}
          facts={facts}
          next={next}
        />
      </div>
      <Card title="Timeline">
        <PurchaseTimeline purchase={purchase} issue={issue} />
        <p className="mt-3">
          <PageLink
            href={`/admin/purchases/${ident}`}
            className="font-medium text-accent underline underline-offset-4"
            aria-keyshortcuts="o"
          >
            Open purchase
            <KeyHint>O</KeyHint>
          </PageLink>
        </p>
      </Card>
      <AttemptList attempts={purchase.attempts} />
    </div>
  );
}

export async function ApprovalDecision({ ctx, item: { item }, next }: DecisionProps) {
  const [request] = await approvalRequestList.byKeys(ctx, [item]);
  if (!request) return null;
  return (
    <div className={COLUMNS_CLASS}>
      <Card title="Request">
        <ApprovalRequestFacts request={request} />
        <DecisionLink />
      </Card>
      <ApproveOrReject
        needs={getApprovalPermission(request.kind)}
        hidden={{ id: request.id, next }}
        approve={{ action: approveInQueueAction, reasonLabel: null, submit: "Approve request" }}
        reject={{
          action: rejectInQueueAction,
          reasonHint: request.change ? "Nothing changes." : "No money moves.",
          submit: "Reject request",
        }}
      />
    </div>
  );
}

export async function TransferDecision({ ctx, item: { item }, next }: DecisionProps) {
  const [request] = await fundingList.byKeys(ctx, [item]);
  if (!request) return null;
  const [credited, { money }] = await Promise.all([
    findEarlierCredits(ctx, [request.id]),
    suggestMatches(ctx),
  ]);
  return (
    <div className={COLUMNS_CLASS}>
      <Card title="Transfer">
        <FundingRequestFacts
          request={request}
          money={money.get(request.id) ?? []}
          credited={credited.get(request.id)}
        />
        <DecisionLink />
      </Card>
      <ApproveOrReject
        needs="money"
        hidden={{ id: request.id, next }}
        approve={{
          action: approveTransferAction,
          reasonDefault: `Bank transfer ${request.bankReference}`,
          reasonHint: "The reseller sees this on the statement.",
          submit: `Credit ${formatMoney(request.amount)}`,
        }}
        reject={{
          action: rejectTransferAction,
          reasonDefault: "We couldn’t find this transfer at the bank.",
          reasonHint: "The reseller sees this.",
          submit: "Reject transfer",
        }}
      />
    </div>
  );
}

export async function UpgradeDecision({ ctx, item: { item }, next }: DecisionProps) {
  const [upgrade] = await upgradeList.byKeys(ctx, [item]);
  if (!upgrade) return null;
  return (
    <div className={COLUMNS_CLASS}>
      <Card title="Request">
        <UpgradeFacts upgrade={upgrade} />
        <DecisionLink />
      </Card>
      <ApproveOrReject
        needs="resellers"
        hidden={{ id: upgrade.id, next }}
        approve={{
          action: approveUpgradeInQueueAction,
          reasonHint: "The reseller sees this. Nothing is charged.",
          submit: "Approve request",
        }}
        reject={{
          action: rejectUpgradeInQueueAction,
          reasonHint: "The reseller sees this. They can ask again in seven days.",
          submit: "Reject request",
        }}
      />
    </div>
  );
}

type FormProps<R> = ComponentProps<typeof AdminForm<R>>;
type Verdict<R> = Pick<FormProps<R>, "action" | "reasonLabel" | "reasonHint" | "reasonDefault" | "submit">;

interface ApproveOrRejectProps<A, R> extends Pick<FormProps<A>, "needs" | "hidden"> {
  approve: Verdict<A>;
  reject: Verdict<R>;
}

function ApproveOrReject<A, R>({ approve, reject, ...form }: ApproveOrRejectProps<A, R>) {
  return (
    <Card title="Decision" id={DECISION_ID}>
      <div className="grid gap-2">
        <AdminForm {...form} {...approve} id="approve" shortcut="a" look={{ variant: "primary" }} />
        <Disclosure title={reject.submit} shortcut="r">
          <AdminForm {...form} {...reject} id="reject" look={{ variant: "danger" }} />
        </Disclosure>
      </div>
    </Card>
  );
}
