import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { secondAdmin } from "#lib/audit/second-admin-limits";
import { readSecondAdminRules } from "#lib/audit/second-admin-rules";
import { decimalText } from "#lib/core/money";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { SecondAdminNote } from "../../second-admin.tsx";
import { saveSecondAdminRules } from "./actions.ts";

export const metadata: Metadata = { title: "Approvals" };

/** How much manual money one admin moves alone in a day, before another has to approve it. */
export default async function SecondAdminPage() {
  const { ctx } = await requireAdminPage();
  const [{ above, version }, second, records] = await Promise.all([
    readSecondAdminRules(ctx),
    secondAdmin(ctx, "staff"),
    history(ctx, { subject: "second_admin", subjectId: "rules", latest: 20 }),
  ]);
  return (
    <>
      <PageHeader
        title="Approvals"
        lead="What one admin moves manually alone, and what another has to approve."
        back={{ href: "/admin/settings", label: "Settings" }}
      />
      {!second.exists && <SecondAdminNote second={second} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card title="Daily limit">
          <DeskForm
            needs="staff"
            id="second-admin"
            action={saveSecondAdminRules}
            hidden={{ version }}
            submit="Save limit"
            look={{ variant: "primary" }}
          >
            <div className="grid gap-2 text-muted">
              <p>
                It counts everything that one admin moved alone in the last 24 hours: adjustments, payments
                approved, purchases decided or reversed, money out of suspense, refunds ended, upstream
                deposits recorded and settlement discrepancies accepted. What two admins agreed on does not
                count.
              </p>
              <p>Raising it needs the approval of another owner. Lowering it holds at once.</p>
            </div>
            <div className="max-w-xs">
              <Input
                label="One admin, in 24 hours"
                name="above"
                inputMode="decimal"
                autoComplete="off"
                hint="More than this together needs approval."
                defaultValue={decimalText(above)}
              />
            </div>
          </DeskForm>
        </Card>
        {records.length > 0 && <HistoryCard records={records} />}
      </div>
    </>
  );
}
