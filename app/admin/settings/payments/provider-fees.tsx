import { AdminForm } from "#app/admin/admin-form";
import { AmountInput } from "#app/admin/amount-input";
import { HistoryDetails } from "#app/admin/history";
import { saveFeeRuleAction } from "#app/admin/settings/actions.ts";
import { Section } from "#app/admin/settings/section";
import { Badge } from "#app/ui/badge";
import { Disclosure } from "#app/ui/disclosure";
import { Input } from "#app/ui/form/input";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { type ComparedFee, compareFees } from "#lib/payment/fee/compare-fees";
import { formatFeeRule, formatRate } from "#lib/payment/fee/fee-rules";

const KIND_LABELS: Record<ComparedFee["kind"], string> = {
  checkout: "payment page",
  account: "dedicated accounts",
};

/** The providers' fees as expected, and as really taken. */
export async function ProviderFeeSection({ ctx }: { ctx: Ctx }) {
  const fees = await compareFees(ctx);
  if (fees.length === 0) return null;
  return (
    <Section
      id="provider-fees"
      text="The fees that resellers see before they pay. They’re compared with the fees that the provider reports, which are the ones that count."
    >
      <ul className="divide-y divide-line">
        {fees.map((fee) => (
          <li key={`${fee.provider}-${fee.kind}`} className="py-3 first:pt-0 last:pb-0">
            <ProviderFee ctx={ctx} fee={fee} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ProviderFee({ ctx, fee }: { ctx: Ctx; fee: ComparedFee }) {
  const { provider, label, kind, rule } = fee;
  const id = `fee-${provider}-${kind}`;
  const subjectId = `fee.${provider}.${kind}`;
  return (
    <>
      <h3 className="font-medium">
        {label}, {KIND_LABELS[kind]}
      </h3>
      <p>{rule ? formatFeeRule(rule) : "Not set. Resellers don’t see this fee before they pay."}</p>
      <FeeComparison fee={fee} />
      <Disclosure title={`Change fee of ${label}, ${KIND_LABELS[kind]}`}>
        <AdminForm
          id={id}
          needs="rules"
          action={saveFeeRuleAction}
          hidden={{ provider, kind, version: rule?.version ?? 0 }}
          submit="Save fee"
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <Input
              label="Percentage"
              name="rate"
              inputMode="decimal"
              required
              autoComplete="off"
              hint="Of the payment, for example 1.5."
              defaultValue={rule ? formatRate(rule.rate) : ""}
            />
            <AmountInput label="Maximum fee" name="maxFee" amount={rule?.maxFee} hint="Empty: no maximum." />
            <AmountInput
              label="Fixed part"
              name="fixed"
              amount={rule?.fixed || null}
              hint="Added to the percentage."
            />
            <AmountInput
              label="Fixed part from"
              name="fixedFrom"
              amount={rule?.fixedFrom || null}
              hint="Smaller payments don’t have it. Empty: all have it."
            />
          </div>
        </AdminForm>
      </Disclosure>
      <HistoryDetails records={getAuditHistory(ctx, { subject: "payment", subjectId })} />
    </>
  );
}

function FeeComparison({ fee: { rule, compared, differing, gross, expected, taken } }: { fee: ComparedFee }) {
  if (compared === 0) return <p className="text-muted text-sm">No payments to compare yet.</p>;
  const payments = compared === 1 ? "the last payment" : `the last ${compared} payments`;
  const facts = `Taken from ${payments} of ${formatMoney(gross)}: ${formatMoney(taken)}.`;
  if (!rule) return <p className="text-muted text-sm">{facts}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      {differing > 0 ? (
        <Badge tone="unsure">{differing === 1 ? "1 payment differs" : `${differing} payments differ`}</Badge>
      ) : (
        <Badge tone="good">Matches</Badge>
      )}
      <span>
        {facts} Expected: {formatMoney(expected)}.
      </span>
    </p>
  );
}
