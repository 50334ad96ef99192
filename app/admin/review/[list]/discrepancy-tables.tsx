import type { ReactNode } from "react";
import { acknowledgeDiscrepancyAction } from "#app/admin/review/actions.ts";
import { UpstreamDepositForm } from "#app/admin/review/upstream-deposit-form";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { Checkbox } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import { formatDecimal } from "#lib/core/money/money";
import type { Discrepancy } from "#lib/reconcile/admin/discrepancy-list";

export const DISCREPANCY_KIND_LABELS: Record<Discrepancy["kind"], string> = {
  rise: "Balance rose",
  fall: "Balance fell",
  answer: "Contradictory response",
  ident: "Duplicate reference",
  failed_charged: "Failed but charged",
  decision: "Resolved differently",
};

interface Props {
  discrepancies: readonly Discrepancy[];
}

export function OpenDiscrepancies({ discrepancies }: Props) {
  if (discrepancies.length === 0) return null;
  return (
    <Card title="Open" padded={false}>
      <AcknowledgeForm>
        <ul className="divide-y divide-line border-line border-y">
          {discrepancies.map((discrepancy) => (
            <li key={discrepancy.id} className="flex gap-3 px-4 py-3 md:px-5">
              <Checkbox
                labelHidden
                label={`Select: ${discrepancy.detail}`}
                name="id"
                value={discrepancy.id}
              />
              <div className="min-w-0 flex-1">
                <DiscrepancyDetail discrepancy={discrepancy} />
              </div>
            </li>
          ))}
        </ul>
      </AcknowledgeForm>
    </Card>
  );
}

export function ClosedDiscrepancies({ discrepancies }: Props) {
  if (discrepancies.length === 0) return null;
  return (
    <Card title="Resolved" padded={false}>
      <ul className="divide-y divide-line">
        {discrepancies.map((discrepancy) => (
          <li key={discrepancy.id} className="px-4 py-3 md:px-5">
            <DiscrepancyDetail discrepancy={discrepancy} />
            {discrepancy.closedAt && (
              <p className="text-sm">
                {discrepancy.closedBy} <Time at={discrepancy.closedAt} />
                {discrepancy.reason && <span className="text-muted">: “{discrepancy.reason}”</span>}{" "}
                <PageLink
                  href={`/admin/records/audit?subject=discrepancy&id=${discrepancy.id}`}
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

function DiscrepancyDetail({ discrepancy: { kind, detail, ident, seenAt } }: { discrepancy: Discrepancy }) {
  return (
    <>
      <Badge tone="unsure">{DISCREPANCY_KIND_LABELS[kind]}</Badge>
      <p className="mt-1">{detail}</p>
      <p className="text-muted text-sm">
        Detected <Time at={seenAt} /> at <PageLink href={`/admin/purchases/${ident}`}>{ident}</PageLink>
      </p>
    </>
  );
}

function AcknowledgeForm({ children }: { children: ReactNode }) {
  return (
    <ActionForm id="acknowledge" action={acknowledgeDiscrepancyAction} className="">
      {children}
      <PermissionGate do="money">
        <div className="grid gap-4 p-4 md:px-5">
          <FormStatus of={["id"]} />
          <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
            <Input label="Reason" name="reason" maxLength={300} placeholder="Their price rose this morning" />
            <div className="md:pt-7">
              <SubmitButton variant="secondary">Acknowledge</SubmitButton>
            </div>
          </div>
        </div>
      </PermissionGate>
    </ActionForm>
  );
}

interface BalanceRisesProps {
  rises: readonly Discrepancy[];
  oldestAt: Date | null;
  /** The last upstream adjustment that the page shows. */
  lastAdjustmentId: number;
}

/**
 * Rises of the upstream balance that no deposit explains, each with the form to record one. Where an
 * unconfirmed purchase may have been charged at the same time, the rise is less than the deposit,
 * and no amount is filled in.
 */
export function BalanceRises({ rises, oldestAt, lastAdjustmentId }: BalanceRisesProps) {
  if (rises.length === 0) return null;
  return (
    <Card title="Balance rises" padded={false}>
      <ul className="divide-y divide-line">
        {rises.map(({ id, detail, amount, earliest, latest }) => (
          <li key={id} className="grid gap-3 px-4 py-4 md:px-5">
            <div>
              <p>{detail}</p>
              {earliest && latest && (
                <p className="text-muted text-sm">
                  Between <Time at={earliest} /> and <Time at={latest} />
                </p>
              )}
            </div>
            <UpstreamDepositForm
              discrepancy={id}
              lastAdjustmentId={lastAdjustmentId}
              {...(oldestAt && latest && oldestAt < latest
                ? { hint: "Check your bank: an unconfirmed purchase may have been charged in between." }
                : { amount: formatDecimal(amount ?? 0n) })}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
