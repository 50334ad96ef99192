import { notFound } from "next/navigation";
import { addPurchaseNoteAction, reversePurchaseAction, writeOffAdvanceAction } from "#app/admin/actions.ts";
import { AdminForm } from "#app/admin/admin-form";
import { HistoryCard } from "#app/admin/history";
import { NotesCard } from "#app/admin/notes-card";
import { PurchaseEvidence } from "#app/admin/review/purchase-evidence";
import { QUEUE_PATH } from "#app/admin/review/queue/queue-labels.ts";
import { ResultBanner } from "#app/admin/review/result-banner";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { buildHref } from "#app/ui/list/build-href.ts";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import type { PageProps } from "#app/ui/page/page-props.ts";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { deliveryIssueStateLabel } from "#app/ui/purchase/delivery-issue-labels.ts";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { PurchaseTimeline } from "#app/ui/purchase/purchase-timeline";
import { Time } from "#app/ui/time";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { findAdminDeliveryIssue } from "#lib/issue/delivery-issue-view";
import { NOTE_ACTION } from "#lib/purchase/add-purchase-note";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import type { AdminPurchaseDetail } from "#lib/purchase/read/purchase-view";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import type { UnconfirmedView } from "#lib/reconcile/unconfirmed-view";
import { requireAdminPage } from "#lib/request/actor";
import { loadOrNotFound } from "#lib/request/load-or-not-found";
import { AdminPurchaseDetails } from "./admin-purchase-details.tsx";
import { AttemptList } from "./attempt-list.tsx";

export const metadata = { title: "Purchase" };

export default async function AdminPurchasePage({ params, searchParams }: PageProps<{ ident: string }>) {
  const { ctx } = await requireAdminPage();
  const { done } = await searchParams;
  const purchase = await loadPurchase(ctx, (await params).ident);
  const unconfirmed =
    purchase.state === "unconfirmed"
      ? (await unconfirmedList.page(ctx, { q: purchase.ident }, 1)).rows[0]
      : undefined;
  const issue = await findAdminDeliveryIssue(ctx, purchase.ident);
  const notes = purchase.audit
    .filter(({ action }) => action === NOTE_ACTION)
    .map(({ reason, actorName, at }) => ({ text: reason, author: actorName, at }));
  const { phone, state, cancelled, price } = purchase;
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title={
          <>
            {formatPlanName(purchase)} <span className="text-muted">for</span> {phone}
          </>
        }
        lead={
          <span className="flex flex-wrap items-center gap-x-1">
            {formatMoney(price)}, {purchase.reseller.name},
            <span className="ml-1 font-mono text-sm">
              <span className="sr-only">reference </span>
              {purchase.ident}
            </span>
            <CopyButton text={purchase.ident} what="reference" />
          </span>
        }
        back={{ href: "/admin/purchases", label: "Purchases" }}
      >
        <span aria-live="polite">
          <PurchaseStateBadge state={state} cancelled={cancelled} />
        </span>
      </PageHeader>
      {typeof done === "string" && <ResultBanner ctx={ctx} done={done} />}
      {unconfirmed && (
        <div className="mb-5">
          <ResolveSection purchase={unconfirmed} />
        </div>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid min-w-0 gap-5">
          <AdminPurchaseDetails purchase={purchase} />
          <ReverseSection purchase={purchase} />
          <WriteOffSection purchase={purchase} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Card
            title="Timeline"
            action={
              issue && (
                <PageLink
                  href={`/admin/review/delivery-issues/${purchase.ident}`}
                  className="font-medium text-accent text-sm"
                >
                  Delivery issue: {deliveryIssueStateLabel(issue).word.toLowerCase()}
                </PageLink>
              )
            }
          >
            <PurchaseTimeline purchase={purchase} issue={issue} />
          </Card>
          <AttemptList attempts={purchase.attempts} />
          <NotesCard
            key={notes.length}
            notes={notes}
            action={addPurchaseNoteAction}
            about={{ ident: purchase.ident }}
            label="New note"
            submit="Add note"
          />
          <HistoryCard title="Audit log" records={purchase.audit} />
        </div>
      </div>
    </>
  );
}

async function loadPurchase(ctx: Ctx, ident: string): Promise<AdminPurchaseDetail> {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  return loadOrNotFound(getAdminPurchase(ctx, { ident }));
}

function ResolveSection({ purchase }: { purchase: UnconfirmedView }) {
  const { ident, approvalRequest } = purchase;
  return (
    <Card title="Unconfirmed">
      <PurchaseEvidence purchase={purchase} />
      {approvalRequest && (
        <p className="mt-3">
          {approvalRequest.own ? "You requested" : `${approvalRequest.by} requested`}:{" "}
          {approvalRequest.outcome === "successful" ? "delivered" : "refund"}, “{approvalRequest.reason}”,{" "}
          <Time at={approvalRequest.at} />
        </p>
      )}
      <ButtonLink
        href={
          approvalRequest
            ? `${buildHref("/admin/review", { q: ident })}#unconfirmed`
            : buildHref(QUEUE_PATH, { item: `unconfirmed.${ident}` })
        }
        className="mt-4"
      >
        {approvalRequest ? "Review request" : "Resolve purchase"}
      </ButtonLink>
    </Card>
  );
}

function ReverseSection({ purchase }: { purchase: AdminPurchaseDetail }) {
  const { ident, state, price, reseller, advance } = purchase;
  // With an advance that isn't repaid, the reseller has the money already.
  if (state !== "successful" || (advance && advance !== "repaid")) return null;
  return (
    <PermissionGate do="money">
      <Card title="Reversal">
        <p className="text-muted">If the network takes the bundle back, refund {reseller.name}.</p>
        <details>
          <summary className="inline-flex min-h-11 items-center font-medium text-accent">
            Reverse purchase
          </summary>
          <p className="mt-1 mb-4 text-muted text-sm">
            Only if the network took the bundle back. {formatMoney(price)} is credited to {reseller.name}’s
            wallet as a separate entry. This can’t be undone.
          </p>
          <AdminForm
            needs="money"
            id="reverse"
            action={reversePurchaseAction}
            hidden={{ ident, next: `/admin/purchases/${ident}` }}
            reasonHint={`${reseller.name} sees this on their statement.`}
            submit={`Refund ${formatMoney(price)}`}
            look={{ variant: "danger" }}
          />
        </details>
      </Card>
    </PermissionGate>
  );
}

function WriteOffSection({ purchase }: { purchase: AdminPurchaseDetail }) {
  const { ident, price, reseller, advance, settledAt } = purchase;
  if (advance !== "awaiting_consent" || !settledAt) return null;
  return (
    <PermissionGate do="money">
      <Card title="Credit">
        <p className="text-muted">
          {reseller.name} was asked to return {formatMoney(price)}, <Time at={settledAt} />.
        </p>
        <details>
          <summary className="inline-flex min-h-11 items-center font-medium text-accent">
            Write off credit
          </summary>
          <p className="mt-1 mb-4 text-muted text-sm">
            Only if no answer will come. The reseller keeps the money, you bear {formatMoney(price)}, and the
            claim is closed. This can’t be undone.
          </p>
          <AdminForm
            needs="money"
            id="write-off"
            action={writeOffAdvanceAction}
            hidden={{ ident, next: `/admin/purchases/${ident}` }}
            submit={`Write off ${formatMoney(price)}`}
            look={{ variant: "danger" }}
          />
        </details>
      </Card>
    </PermissionGate>
  );
}
