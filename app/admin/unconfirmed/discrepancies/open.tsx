import type { ReactNode } from "react";
import type { Discrepancy } from "#lib/reconcile/admin/discrepancy-list";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { May } from "../../../ui/may.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { acknowledge } from "../actions.ts";
import { KIND_WORDS } from "./kind-words.ts";

interface Props {
  discrepancies: readonly Discrepancy[];
}

/** Discrepancies with the upstream that no admin has acknowledged yet. */
export function Open({ discrepancies }: Props) {
  return (
    <Card title="To look at" padded={false}>
      <AcknowledgeForm>
        <ul className="divide-y divide-line border-line border-y">
          {discrepancies.map((one) => (
            <li key={one.id} className="flex gap-3 px-4 py-3 md:px-5">
              <Checkbox labelHidden label={`Choose: ${one.detail}`} name="id" value={one.id} />
              <div className="min-w-0 flex-1">
                <What one={one} />
              </div>
            </li>
          ))}
        </ul>
      </AcknowledgeForm>
    </Card>
  );
}

/** What was looked at, or explained itself: by whom, when and why. */
export function Closed({ discrepancies }: Props) {
  return (
    <Card title="Dealt with" padded={false}>
      <ul className="divide-y divide-line">
        {discrepancies.map((one) => (
          <li key={one.id} className="px-4 py-3 md:px-5">
            <What one={one} />
            {one.closedAt && (
              <p className="text-sm">
                {one.closedBy} <Time at={one.closedAt} />
                {one.reason && <span className="text-muted">: “{one.reason}”</span>}{" "}
                <PageLink
                  href={`/admin/audit?subject=discrepancy&id=${one.id}`}
                  className="text-muted underline underline-offset-4"
                >
                  History
                </PageLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function What({ one: { kind, detail, ident, seenAt } }: { one: Discrepancy }) {
  return (
    <>
      <Badge tone="unsure">{KIND_WORDS[kind]}</Badge>
      <p className="mt-1">{detail}</p>
      <p className="text-muted text-sm">
        Seen <Time at={seenAt} /> at <PageLink href={`/admin/purchases/${ident}`}>{ident}</PageLink>
      </p>
    </>
  );
}

/** Says of the chosen ones that they were looked at, and why they are as they are. */
function AcknowledgeForm({ children }: { children: ReactNode }) {
  return (
    <ActionForm id="acknowledge" action={acknowledge} className="">
      {children}
      <May do="money">
        <div className="grid gap-4 p-4 md:px-5">
          <FormAnswer of={["id"]} />
          <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
            <Input
              label="Why it is so"
              name="reason"
              maxLength={300}
              placeholder="Their price rose this morning"
            />
            <div className="md:pt-7">
              <SubmitButton variant="secondary">Acknowledge</SubmitButton>
            </div>
          </div>
        </div>
      </May>
    </ActionForm>
  );
}
