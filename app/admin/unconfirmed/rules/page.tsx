import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { decimalText } from "#lib/core/money";
import { openDiscrepancies } from "#lib/reconcile/admin/counts";
import { type Settings, settings } from "#lib/reconcile/settings";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { MayChange } from "../../../ui/may.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { saveSettings } from "../actions.ts";
import { DeskTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Rules" };

/** How unconfirmed purchases are decided, and who changed that. */
export default async function RulesPage() {
  const { ctx } = await requireAdminPage();
  const [rules, open, records] = await Promise.all([
    settings(ctx),
    openDiscrepancies(ctx),
    history(ctx, { subject: "reconcile", subjectId: "1", latest: 50 }),
  ]);
  return (
    <>
      <PageHeader title="Unconfirmed" lead="By these rules the balances decide, and people do." />
      <DeskTabs here="/admin/unconfirmed/rules" open={open} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Rules rules={rules} />
        <HistoryCard records={records} />
      </div>
    </>
  );
}

const FIELDS = [
  { name: "lowBalance", label: "Balance is low below", hint: "At the upstream." },
  { name: "lateMinutes", label: "May still be executed", hint: "Minutes after its answer was given up." },
  { name: "refundMinutes", label: "May still be refunded", hint: "Minutes after its answer was given up." },
  { name: "graceMinutes", label: "Time to record a top-up", hint: "Minutes; balances count after that." },
] as const;

/** How unconfirmed purchases are decided. */
function Rules({ rules }: { rules: Settings }) {
  const minutes = (seconds: number) => String(Math.round(seconds / 60));
  const values: Record<(typeof FIELDS)[number]["name"], string> = {
    lowBalance: decimalText(rules.lowBalance),
    lateMinutes: minutes(rules.lateSeconds),
    refundMinutes: minutes(rules.refundSeconds),
    graceMinutes: minutes(rules.graceSeconds),
  };
  return (
    <Card title="Rules">
      <MayChange needs="rules">
        {" "}
        <ActionForm id="rules" action={saveSettings} hidden={{ version: rules.version }}>
          <FormAnswer />
          <Checkbox
            name="automatic"
            value="true"
            label={<span className="font-medium">Balances settle by themselves</span>}
            note="Turn this off when anything but this portal spends from the account at the upstream."
            defaultChecked={rules.automatic}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {FIELDS.map((field) => (
              <Input key={field.name} {...field} inputMode="decimal" defaultValue={values[field.name]} />
            ))}
          </div>
          <Input label="Why they change" name="reason" maxLength={500} />
          <div>
            <SubmitButton variant="secondary">Save rules</SubmitButton>
          </div>
        </ActionForm>
      </MayChange>
    </Card>
  );
}
