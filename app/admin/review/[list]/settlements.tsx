import { AdminDialog } from "#app/admin/admin-form";
import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { settlementDiscrepancyKind } from "#app/admin/bulk/payment-kinds.ts";
import { RowCheckbox } from "#app/admin/bulk/selection-bar";
import { acceptSettlementDiscrepancyAction, checkSettlementsAction } from "#app/admin/review/actions.ts";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time, TimePhrase } from "#app/ui/time";
import { PROVIDERS } from "#lib/payment/providers/providers";
import {
  listSettlementComparisons,
  type SettlementComparison,
} from "#lib/payment/settlement/settlement-comparisons";
import {
  type SettlementDiscrepancy,
  settlementDiscrepancyList,
} from "#lib/payment/settlement/settlement-discrepancy-list";

export { settlementDiscrepancyList as list };

const KIND_LABELS: Record<SettlementDiscrepancy["kind"], { word: string; text: string }> = {
  missing_in_ledger: {
    word: "Not in ledger",
    text: "It was settled, but the provider reports no such payment.",
  },
  missing_at_provider: {
    word: "Not settled",
    text: "It was confirmed more than seven days ago and isn’t settled.",
  },
  amount: { word: "Amount differs", text: "The amount settled isn’t the amount confirmed." },
  fee: { word: "Fee differs", text: "The fee kept isn’t the fee confirmed." },
  currency: { word: "Currency differs", text: "The currency settled isn’t the currency confirmed." },
  doubled: { word: "Settled twice", text: "It appears in a second settlement." },
  changed: {
    word: "Amount changed",
    text: "The provider changed the amount after confirming it. No money moved. Contact the provider.",
  },
  charged_back: {
    word: "Refunded twice",
    text: "It was refunded manually and then charged back. The loss is posted as a fee.",
  },
  lost: {
    word: "Dispute lost",
    text: "It was lost after another part, after a refund, or without an amount. No money moved. Adjust the wallet manually.",
  },
  total: { word: "Total differs", text: "The payout isn’t the sum of its payments." },
};

export async function Page(request: GroupedListProps) {
  const comparisons = await listSettlementComparisons(request.ctx);
  return (
    <AdminList
      {...request}
      list={settlementDiscrepancyList}
      title="Settlement discrepancies"
      lead="The providers’ payouts to your bank, compared with the ledger each night."
      above={
        comparisons.length > 0 && (
          <div className="mb-4">
            <ComparisonTable comparisons={comparisons} />
          </div>
        )
      }
      search="Transaction or settlement"
      filters={[
        { name: "kind", label: "Kind", options: KIND_LABELS },
        {
          name: "provider",
          label: "Provider",
          options: Object.values(PROVIDERS).map(({ name, label }) => ({ value: name, label })),
        },
        { name: "state", label: "Status", empty: "Open", options: { ended: "Resolved", all: "All" } },
      ]}
      days
      empty={{
        icon: CircleCheck,
        title: "No settlement discrepancies",
        text: "A payout that doesn’t match the ledger appears here.",
      }}
      searchHint="Enter the whole transaction or settlement."
      bulk={settlementDiscrepancyKind}
    >
      {({ rows }) => (
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {rows.map((discrepancy) => (
              <DiscrepancyItem key={discrepancy.id} discrepancy={discrepancy} />
            ))}
          </ul>
        </Card>
      )}
    </AdminList>
  );
}

function ComparisonTable({ comparisons }: { comparisons: readonly SettlementComparison[] }) {
  return (
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {comparisons.map(({ provider, comparedAt, failure, last }) => (
          <li
            key={provider}
            className="flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-3 md:px-5"
          >
            <p className="font-medium">{provider}</p>
            <p className="text-sm">
              {comparedAt ? <TimePhrase before="Compared " at={comparedAt} after="." /> : "Not compared yet."}{" "}
              {failure && <span className="text-bad">Its response couldn’t be used: {failure}.</span>}
            </p>
            <p className="w-full wrap-anywhere text-muted text-sm">
              {last ? (
                <TimePhrase
                  before={`Last payout ${last.paid}, `}
                  at={last.at}
                  after={`, ${last.settlement}`}
                />
              ) : (
                "No payouts yet."
              )}
            </p>
          </li>
        ))}
      </ul>
      <PermissionGate do="money">
        <div className="border-line border-t px-4 py-3 md:px-5">
          <ActionForm id="compare" action={checkSettlementsAction}>
            <FormStatus />
            <div>
              <SubmitButton variant="secondary">Compare now</SubmitButton>
            </div>
          </ActionForm>
        </div>
      </PermissionGate>
    </Card>
  );
}

function DiscrepancyItem({ discrepancy }: { discrepancy: SettlementDiscrepancy }) {
  const { id, kind, provider, transaction, settlement, ledgerText, providerText, detectedAt, state } =
    discrepancy;
  const { word, text } = KIND_LABELS[kind];
  const names = [transaction, settlement && `settlement ${settlement}`].filter(Boolean).join(", ");
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0">
        {state === "open" && (
          <PermissionGate do="money">
            <div className="float-right">
              <RowCheckbox name={String(id)} label={names} />
            </div>
          </PermissionGate>
        )}
        <Badge tone={state === "open" ? "unsure" : "plain"}>{word}</Badge>
        <p className="mt-1">{text}</p>
        <p className="tabular-nums">
          {ledgerText && <>Ledger: {ledgerText}</>}
          {ledgerText && providerText && " · "}
          {providerText && <>Provider: {providerText}</>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          <Time at={detectedAt} />, {provider} {names}
        </p>
        <ClosedDetails {...discrepancy} />
      </div>
      {state === "open" && (
        <div>
          <AdminDialog
            needs="money"
            trigger="Accept"
            title="Accept this discrepancy?"
            id={`acknowledge-${id}`}
            action={acceptSettlementDiscrepancyAction}
            hidden={{ id }}
            reasonHint={
              kind === "amount" || kind === "fee" ? "The rest is posted as your fee." : "No money moves."
            }
            submit="Accept discrepancy"
          />
        </div>
      )}
    </li>
  );
}

function ClosedDetails({ state, endedAt, endedBy, reason }: SettlementDiscrepancy) {
  if (state === "open" || !endedAt) return null;
  return (
    <p className="text-sm">
      {state === "gone" ? "Resolved automatically " : `Accepted by ${endedBy} `}
      <Time at={endedAt} />
      {reason && <span className="text-muted">: “{reason}”</span>}
    </p>
  );
}
