import { AdminDialog } from "#app/admin/admin-form";
import { AmountInput } from "#app/admin/amount-input";
import { HistoryDetails } from "#app/admin/history";
import { saveFeeRuleAction } from "#app/admin/settings/actions.ts";
import { Section } from "#app/admin/settings/section";
import { Badge } from "#app/ui/badge";
import { Input } from "#app/ui/form/input";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { formatGroupedDecimal, formatMoney } from "#lib/core/money/money";
import { type ComparedFee, compareFees } from "#lib/payment/fee/compare-fees";
import { formatFeeRule, formatRate } from "#lib/payment/fee/fee-rules";

const KIND_LABELS: Record<ComparedFee["kind"], string> = {
  checkout: "payment page",
  account: "dedicated accounts",
};

export async function ProviderFeeSection({ ctx }: { ctx: Ctx }) {
  const fees = await compareFees(ctx);
  if (fees.length === 0) return null;
  return (
    <Section
      id="provider-fees"
      title="Provider fees"
      text="The fees that resellers see before they pay. They’re compared with the fees that the provider reports, which are the ones that count."
    >
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">Provider fees</caption>
          <thead className="text-left text-muted">
            <tr>
              <th className="py-2 pr-2 font-medium sm:pr-3">Provider</th>
              <th className="py-2 pr-2 font-medium sm:pr-3">Fee</th>
              <th className="py-2 pr-2 font-medium sm:pr-3">Taken</th>
              <th className="py-2">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {fees.map((fee) => (
              <tr key={toFeeId(fee)} className="align-top">
                <th scope="row" className="py-2.5 pr-2 sm:pr-3 text-left font-medium">
                  {fee.label}
                  <span className="block font-normal text-muted md:whitespace-nowrap">
                    {KIND_LABELS[fee.kind]}
                  </span>
                </th>
                <td className="py-2.5 pr-2 sm:pr-3">{fee.rule ? formatFeeRule(fee.rule) : "Not set"}</td>
                <td className="py-2.5 pr-2 sm:pr-3">
                  <FeeComparison fee={fee} />
                </td>
                <td className="py-1">
                  <ProviderFeeDialog ctx={ctx} fee={fee} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fees.some(({ rule }) => !rule) && (
        <p className="mt-2 text-muted text-sm">Resellers don’t see a fee that isn’t set before they pay.</p>
      )}
    </Section>
  );
}

const toFeeId = ({ provider, kind }: ComparedFee) => `fee-${provider}-${kind}`;

function ProviderFeeDialog({ ctx, fee }: { ctx: Ctx; fee: ComparedFee }) {
  const { provider, label, kind, rule } = fee;
  const begun = {
    rate: rule ? formatRate(rule.rate) : "",
    maxFee: rule?.maxFee == null ? "" : formatGroupedDecimal(rule.maxFee),
    fixed: rule?.fixed ? formatGroupedDecimal(rule.fixed) : "",
    fixedFrom: rule?.fixedFrom ? formatGroupedDecimal(rule.fixedFrom) : "",
    levy: rule?.levy ? formatGroupedDecimal(rule.levy) : "",
    levyFrom: rule?.levyFrom ? formatGroupedDecimal(rule.levyFrom) : "",
  };
  return (
    <AdminDialog
      id={toFeeId(fee)}
      needs="rules"
      trigger="Change"
      look={{ size: "sm", variant: "quiet" }}
      title={`Change fee: ${label}, ${KIND_LABELS[kind]}`}
      cancel="Close"
      action={saveFeeRuleAction}
      hidden={{ provider, kind, version: rule?.version ?? 0 }}
      begun={begun}
      submit="Save fee"
      submitLook="primary"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="Percentage"
          name="rate"
          inputMode="decimal"
          required
          autoComplete="off"
          hint="Of the payment, for example 1.5."
          defaultValue={begun.rate}
        />
        <AmountInput
          label="Maximum fee"
          name="maxFee"
          amount={rule?.maxFee}
          hint="Leave empty for no maximum."
        />
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
          hint="Charged on payments of this amount or more. Leave empty to charge it on all."
        />
        <AmountInput
          label="Levy"
          name="levy"
          amount={rule?.levy || null}
          hint="Added to the fee, also above its maximum: stamp duty, for example."
        />
        <AmountInput
          label="Levy from"
          name="levyFrom"
          amount={rule?.levyFrom || null}
          hint="Charged on payments of this amount or more. Leave empty to charge it on all."
        />
      </div>
      <HistoryDetails
        records={getAuditHistory(ctx, { subject: "payment", subjectId: `fee.${provider}.${kind}` })}
      />
    </AdminDialog>
  );
}

function FeeComparison({
  fee: { rule, compared, differing, gross, expected, deducted },
}: {
  fee: ComparedFee;
}) {
  if (compared === 0) return <span className="text-muted md:whitespace-nowrap">No payments yet</span>;
  const payments = compared === 1 ? "the last payment" : `the last ${compared} payments`;
  const facts = `Taken from ${payments} of ${formatMoney(gross)}: ${formatMoney(deducted)}.`;
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
