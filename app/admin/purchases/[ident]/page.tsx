import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money";
import { adminCase } from "#lib/purchase/case/case-view";
import { NOTED } from "#lib/purchase/note";
import { adminGet } from "#lib/purchase/read/admin-get";
import type { AdminPurchaseDetail } from "#lib/purchase/read/view";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import type { UnconfirmedView } from "#lib/reconcile/view";
import { requireAdminPage } from "#lib/web/actor";
import { orNotFound } from "#lib/web/or-not-found";
import { address } from "../../../ui/address.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { caseWords, withCaseSteps } from "../../../ui/case-words.ts";
import { Live } from "../../../ui/live.tsx";
import { May } from "../../../ui/may.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { PurchaseTimeline } from "../../../ui/purchase-timeline.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { NotesCard } from "../../notes-card.tsx";
import { Evidence } from "../../unconfirmed/evidence.tsx";
import { addNote, reversePurchase } from "./actions.ts";
import { AdminFacts } from "./admin-facts.tsx";
import { Attempts } from "./attempts.tsx";

export const metadata: Metadata = { title: "Purchase" };

interface Props {
  params: Promise<{ ident: string }>;
}

/** One purchase with everything that is known of it: money, tries, raw answers, who did what. */
export default async function AdminPurchasePage({ params }: Props) {
  const { ctx } = await requireAdminPage();
  const purchase = await find(ctx, (await params).ident);
  const unconfirmed =
    purchase.state === "unconfirmed"
      ? (await unconfirmedList.page(ctx, { q: purchase.ident }, 1)).rows[0]
      : undefined;
  const found = await adminCase(ctx, purchase.ident);
  const notes = purchase.audit
    .filter(({ action }) => action === NOTED)
    .map(({ reason, who, at }) => ({ text: reason, author: who, at }));
  const { networkName, size, volume, phone, state, cancelled, price } = purchase;
  return (
    <>
      <Live />
      <PageHeader
        title={
          <>
            {networkName} {size} {volume} <span className="text-muted">for</span> {phone}
          </>
        }
        lead={`${formatMoney(price)}, ${purchase.reseller.name}`}
        back={{ href: "/admin/purchases", label: "Purchases" }}
      >
        <span aria-live="polite">
          <StateBadge state={state} cancelled={cancelled} />
        </span>
      </PageHeader>
      {unconfirmed && (
        <div className="mb-5">
          <Decision purchase={unconfirmed} />
        </div>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid min-w-0 gap-5">
          <AdminFacts purchase={purchase} />
          <Reversal purchase={purchase} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Card
            title="What happened"
            action={
              found && (
                <PageLink href={`/admin/cases/${purchase.ident}`} className="font-medium text-accent text-sm">
                  Not received: {caseWords(found).word.toLowerCase()}
                </PageLink>
              )
            }
          >
            <PurchaseTimeline
              steps={withCaseSteps(purchase.timeline, found?.words)}
              state={state}
              cancelled={cancelled}
            />
          </Card>
          <NotesCard
            key={notes.length}
            notes={notes}
            action={addNote}
            about={{ ident: purchase.ident }}
            label="New note"
            submit="Add note"
          />
          <Attempts attempts={purchase.attempts} />
          <HistoryCard title="Audit" records={purchase.audit} />
        </div>
      </div>
    </>
  );
}

async function find(ctx: Ctx, ident: string): Promise<AdminPurchaseDetail> {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  return orNotFound(adminGet(ctx, { ident }));
}

/** What is known of a purchase that nobody knows the outcome of, and the way to decide it. */
function Decision({ purchase }: { purchase: UnconfirmedView }) {
  const { ident, proposal } = purchase;
  return (
    <Card title="Not confirmed">
      <Evidence purchase={purchase} />
      {proposal && (
        <p className="mt-3">
          {proposal.own ? "You propose" : `${proposal.by} proposes`}:{" "}
          {proposal.outcome === "successful" ? "delivered" : "money back"}, “{proposal.reason}”,{" "}
          <Time at={proposal.at} />
        </p>
      )}
      <ButtonLink href={`${address("/admin/unconfirmed", { q: ident })}#decide`} className="mt-4">
        {proposal ? "Confirm it" : "Decide it"}
      </ButtonLink>
    </Card>
  );
}

/** The way to take a delivered purchase back when the network did; nothing for any other. */
function Reversal({ purchase }: { purchase: AdminPurchaseDetail }) {
  const { ident, state, price, reseller } = purchase;
  if (state !== "successful") return null;
  return (
    <May do="money">
      <Card title="Taken back by the network">
        <details>
          <summary className="inline-flex min-h-11 items-center font-medium text-accent">
            Reverse this purchase
          </summary>
          <p className="mt-1 mb-4 text-muted text-sm">
            Only when the network took the bundle back. {formatMoney(price)} goes back to {reseller.name}'s
            wallet, by an entry of its own. It cannot be undone.
          </p>
          <DeskForm
            needs="money"
            id="reverse"
            action={reversePurchase}
            hidden={{ ident }}
            whyHint={`${reseller.name} reads it on the statement.`}
            submit={`Give ${formatMoney(price)} back`}
            look={{ variant: "danger" }}
          />
        </details>
      </Card>
    </May>
  );
}
