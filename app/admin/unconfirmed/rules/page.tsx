import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { secondAdmin } from "#lib/ledger/second-admin";
import { openDiscrepancies } from "#lib/reconcile/admin/counts";
import { settings } from "#lib/reconcile/settings";
import { requireAdminPage } from "#lib/web/actor";
import { PageHeader } from "../../../ui/page-header.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { SecondAdminNote } from "../../second-admin-note.tsx";
import { DeskTabs } from "../tabs.tsx";
import { Rules } from "./rules.tsx";

export const metadata: Metadata = { title: "Rules" };

/** How unconfirmed purchases are decided, and who changed that. */
export default async function RulesPage() {
  const { ctx } = await requireAdminPage();
  const [rules, open, records, second] = await Promise.all([
    settings(ctx),
    openDiscrepancies(ctx),
    history(ctx, { subject: "reconcile", subjectId: "1", latest: 50 }),
    secondAdmin(ctx),
  ]);
  return (
    <>
      <PageHeader title="Unconfirmed" lead="By these rules the balances decide, and people do." />
      <DeskTabs here="/admin/unconfirmed/rules" open={open} />
      <SecondAdminNote {...second} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Rules rules={rules} />
        <HistoryCard records={records} />
      </div>
    </>
  );
}
