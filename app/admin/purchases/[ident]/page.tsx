import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { adminGet } from "#lib/purchase/read/admin-get";
import type { AdminPurchaseDetail } from "#lib/purchase/read/view";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PurchaseTimeline } from "../../../ui/purchase-timeline.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { AdminFacts } from "./admin-facts.tsx";
import { Attempts } from "./attempts.tsx";
import { Decision } from "./decision.tsx";
import { Notes } from "./notes.tsx";
import { Reversal } from "./reversal.tsx";

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
          <Card title="What happened">
            <PurchaseTimeline steps={purchase.timeline} state={state} cancelled={cancelled} />
          </Card>
          <Notes ident={purchase.ident} records={purchase.audit} />
          <Attempts attempts={purchase.attempts} />
          <HistoryCard title="Audit" records={purchase.audit} />
        </div>
      </div>
    </>
  );
}

async function find(ctx: Ctx, ident: string): Promise<AdminPurchaseDetail> {
  if (!/^DT[0-9A-Z]+$/.test(ident)) notFound();
  try {
    return await adminGet(ctx, { ident });
  } catch (error) {
    if (error instanceof PortalError && error.code === "not_found") notFound();
    throw error;
  }
}
