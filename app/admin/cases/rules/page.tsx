import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { current } from "#lib/catalogue/current";
import { casePromise } from "#lib/purchase/case/case-view";
import { CHECK_FIELD } from "#lib/purchase/case/set-case-rules";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { saveRules } from "../actions.ts";
import { CaseTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Rules" };

/** How soon cases are answered, and what people are told to look at first. */
export default async function CaseRulesPage() {
  const { ctx } = await requireAdminPage();
  const [rules, { networks }, records] = await Promise.all([
    casePromise(ctx),
    current(ctx),
    history(ctx, { subject: "case_rules", subjectId: "1", latest: 50 }),
  ]);
  return (
    <>
      <PageHeader
        title="Cases"
        lead="What resellers are promised, and what they are told to look at first."
      />
      <CaseTabs here="/admin/cases/rules" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title="Rules">
          <DeskForm
            needs="rules"
            id="rules"
            action={saveRules}
            hidden={{ version: rules.version }}
            why="Why they change"
            submit="Save rules"
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <Input
                label="Answered within"
                name="answerHours"
                inputMode="numeric"
                hint="Hours. Everybody reads it."
                defaultValue={String(rules.answerHours)}
              />
              <Input
                label="Open one within"
                name="openDays"
                inputMode="numeric"
                hint="Days after the purchase."
                defaultValue={String(rules.openDays)}
              />
            </div>
            {networks.map(({ id, name }) => (
              <Input
                key={id}
                optional
                label={`How to see the balance on ${name}`}
                name={`${CHECK_FIELD}${id}`}
                maxLength={200}
                hint="A code to dial, an app, a number to write to."
                defaultValue={rules.checks[id] ?? ""}
              />
            ))}
          </DeskForm>
        </Card>
        <HistoryCard records={records} />
      </div>
    </>
  );
}
