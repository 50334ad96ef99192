import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { type MovementKind, secondAdmin } from "#lib/audit/second-admin-limits";
import { type KindRule, readSecondAdminRules, singlesOf } from "#lib/audit/second-admin-rules";
import { decimalText, type Minor } from "#lib/core/money";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { Input } from "../../../ui/input.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Select } from "../../../ui/select.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { MOVEMENT_WORDS, SecondAdminNote } from "../../second-admin.tsx";
import { saveSecondAdminRules } from "./actions.ts";

export const metadata: Metadata = { title: "Second admin" };

const KINDS = Object.keys(MOVEMENT_WORDS) as MovementKind[];

/** What one admin moves alone, and from which sum on another has to confirm it. */
export default async function SecondAdminPage() {
  const { ctx } = await requireAdminPage();
  const [{ above, kinds, version }, second, records] = await Promise.all([
    readSecondAdminRules(ctx),
    secondAdmin(ctx, "staff"),
    history(ctx, { subject: "second_admin", subjectId: "rules", latest: 20 }),
  ]);
  return (
    <>
      <PageHeader
        title="Second admin"
        lead="What one admin moves by hand alone, and what another has to confirm."
        back={{ href: "/admin/settings", label: "Settings" }}
      />
      {!second.exists && <SecondAdminNote second={second} of={[]} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card title="What waits">
          <DeskForm
            needs="staff"
            id="second-admin"
            action={saveSecondAdminRules}
            hidden={{ version }}
            submit="Save"
            look={{ variant: "primary" }}
          >
            <div className="grid gap-2 text-muted">
              <p>What protects less waits for another owner itself. What protects more holds at once.</p>
              <p>
                A sum for 24 hours counts all that one admin moved alone, so that many small ones do not pass
                where a large one would not.
              </p>
            </div>
            <div className="max-w-xs">
              <Input
                label="Common sum"
                name="above"
                inputMode="decimal"
                autoComplete="off"
                hint="More than this at once waits."
                defaultValue={decimalText(above)}
              />
            </div>
            <div className="divide-y divide-line">
              {KINDS.map((kind) => (
                <Kind key={kind} kind={kind} rule={kinds[kind]} />
              ))}
            </div>
            <p className="text-muted text-sm">
              “Never” is offered only where nobody types the sum: what is reversed or decided there has its
              price already, and happens once.
            </p>
          </DeskForm>
        </Card>
        {records.length > 0 && <HistoryCard records={records} />}
      </div>
    </>
  );
}

const SINGLE_WORDS: Record<KindRule["single"], string> = {
  common: "Above the common sum",
  own: "Above its own sum",
  always: "Always",
  never: "Never",
};

const typed = (sum: Minor | null) => (sum === null ? "" : decimalText(sum));

/** The rule of one kind; its own sum is there while it has one. */
function Kind({ kind, rule: { single, own, day } }: { kind: MovementKind; rule: KindRule }) {
  const sum = { inputMode: "decimal", autoComplete: "off" } as const;
  return (
    <fieldset className="group py-4">
      <legend className="float-left mb-3 w-full font-medium">{MOVEMENT_WORDS[kind]}</legend>
      <div className="clear-both grid gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,7fr)_minmax(0,4fr)_minmax(0,4fr)]">
        <Select
          label="A single one waits"
          name={`${kind}Single`}
          options={singlesOf(kind).map((value) => ({ value, label: SINGLE_WORDS[value] }))}
          defaultValue={single}
        />
        <div className="group-not-has-[option[value=own]:checked]:max-sm:hidden group-not-has-[option[value=own]:checked]:sm:invisible">
          <Input label="Its own sum" name={`${kind}Own`} {...sum} defaultValue={typed(own)} />
        </div>
        <Input label="In 24 hours" name={`${kind}Day`} {...sum} optional defaultValue={typed(day)} />
      </div>
    </fieldset>
  );
}
