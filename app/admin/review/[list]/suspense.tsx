import { AdminDialog } from "#app/admin/admin-form";
import { AdminList, type GroupedListProps } from "#app/admin/admin-list";
import { ApprovalLimitNote } from "#app/admin/approval";
import {
  assignSuspenseAction,
  endRefundAction,
  recordManualRefundAction,
  refundSuspenseAction,
  retryRefundAction,
} from "#app/admin/review/actions.ts";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { CircleCheck } from "#app/ui/icon/icons.ts";
import { Money } from "#app/ui/money";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { Time } from "#app/ui/time";
import { getApprovalLimit } from "#lib/audit/approval-limits";
import { type ResellerMatch, suggestMatches } from "#lib/funding/suggest-matches";
import { providerLabel } from "#lib/payment/providers/providers";
import { type SuspenseItem, suspenseList } from "#lib/payment/suspense/suspense-list";

export { suspenseList as list };

const REASON_LABELS: Record<NonNullable<SuspenseItem["suspenseReason"]>, string> = {
  unknown_reference: "Its reference doesn’t belong to a payment here.",
  unknown_account: "The account number it was sent to isn’t a reseller’s.",
  closed_account: "The account number it was sent to is retired.",
  closed_reseller: "The reseller of the account number is closed.",
  below_least: "It is below the minimum.",
  under_paid: "It is less than requested.",
  over_paid: "It is more than requested.",
  other_currency: "Its currency differs from the one requested.",
  doubled: "The payment was already paid.",
  late: "It was paid after the payment expired.",
  unclear_fee: "The provider’s fee isn’t clear.",
  undelivered: "Its order wasn’t delivered, and the provider didn’t refund it.",
};

export async function Page(request: GroupedListProps) {
  const [approvalLimit, { whose }] = await Promise.all([
    getApprovalLimit(request.ctx),
    suggestMatches(request.ctx),
  ]);
  return (
    <AdminList
      live
      {...request}
      list={suspenseList}
      title="Suspense"
      lead="Payments that don’t match a request, and their refunds."
      above={<ApprovalLimitNote {...approvalLimit} />}
      empty={{
        icon: CircleCheck,
        title: "No payments in suspense",
        text: "A payment that doesn’t match its request appears here, to be credited or refunded.",
      }}
    >
      {({ rows }) => (
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {rows.map((money) => (
              <SuspenseCard key={money.id} money={money} matches={whose.get(money.id) ?? []} />
            ))}
          </ul>
        </Card>
      )}
    </AdminList>
  );
}

function SuspenseCard({ money, matches }: { money: SuspenseItem; matches: readonly ResellerMatch[] }) {
  const { provider, transaction, reference, paid, requested, suspenseReason, paidAt, reseller } = money;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0">
        <p>
          <Money text={paid} size="lg" />
          {requested && <span className="text-muted"> of {requested}</span>}
        </p>
        <p>{suspenseReason && REASON_LABELS[suspenseReason]}</p>
        {reseller && (
          <p>
            {requested ? "Requested from" : "To the account of"}{" "}
            <PageLink href={`/admin/wallets/${reseller.id}`} className="underline underline-offset-4">
              {reseller.name}
            </PageLink>
          </p>
        )}
        <p className="break-all text-muted text-sm">
          <Time at={paidAt} />, {providerLabel(provider)} {transaction}
          {reference && `, ${reference}`}
        </p>
      </div>
      {money.state === "suspense" && matches.length > 0 && <MatchList {...money} matches={matches} />}
      {money.state === "refunding" ? (
        <RefundProgress {...money} />
      ) : (
        <SuspenseForms {...money} matched={matches.length > 0} />
      )}
    </li>
  );
}

function MatchList({ id, paid, matches }: SuspenseItem & { matches: readonly ResellerMatch[] }) {
  return (
    <div className="rounded-md bg-sunken px-4 py-2">
      <p className="font-medium text-sm">Possible owners</p>
      <ul className="divide-y divide-line">
        {matches.map(({ reseller, reasons }) => (
          <li
            key={reseller.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-sm"
          >
            <p className="min-w-0 flex-1 basis-60">
              <PageLink
                href={`/admin/wallets/${reseller.id}`}
                className="font-medium underline underline-offset-4"
              >
                {reseller.name}
              </PageLink>
              <span className="wrap-anywhere text-muted">: {reasons.join(", ")}</span>
            </p>
            <AdminDialog
              needs="money"
              trigger="Credit wallet"
              look={{ size: "sm" }}
              title={`Credit ${paid} to ${reseller.name}?`}
              id={`assign-${id}-${reseller.id}`}
              action={assignSuspenseAction}
              hidden={{ id, email: reseller.email }}
              reasonDefault={formatMatchReason(reasons)}
              submit="Credit wallet"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const formatMatchReason = (reasons: readonly string[]) => {
  const text = reasons.join(", ").slice(0, 480);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

type SuspenseFormsProps = SuspenseItem & { matched: boolean };

function SuspenseForms({ id, provider, paid, reseller, refund, matched }: SuspenseFormsProps) {
  const name = providerLabel(provider);
  return (
    <>
      {refund?.state === "failed" && (
        <Banner kind="warn" title={`${name} didn’t refund it`}>
          {refund.problem}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <AdminDialog
          needs="money"
          trigger={matched ? "Credit another wallet" : "Credit wallet"}
          title={`Credit ${paid} to a wallet?`}
          id={`assign-${id}`}
          action={assignSuspenseAction}
          hidden={{ id }}
          submit="Credit wallet"
        >
          <Input
            label="Reseller’s email"
            name="email"
            type="email"
            autoComplete="off"
            defaultValue={reseller?.email}
          />
        </AdminDialog>
        <AdminDialog
          needs="money"
          trigger={`Refund through ${name}`}
          title={`Refund ${paid} through ${name}?`}
          about={`The whole amount goes back to its payer. ${name} may keep its fee.`}
          id={`refund-${id}`}
          action={refundSuspenseAction}
          hidden={{ id }}
          reasonHint="The payer may read this."
          submit="Refund payment"
        />
        <AdminDialog
          needs="money"
          trigger="Record manual refund"
          title={`Record that ${paid} was refunded?`}
          id={`refunded-${id}`}
          action={recordManualRefundAction}
          hidden={{ id }}
          reasonHint="The account it was sent from, and the reference."
          submit="Record refund"
        />
      </div>
    </>
  );
}

function RefundProgress({ id, provider, paid, refund }: SuspenseItem) {
  const name = providerLabel(provider);
  if (refund?.state !== "attention")
    return (
      <p className="text-muted">
        {refund?.state === "pending" ? `${name} is refunding it.` : `Requesting the refund from ${name}.`} It
        leaves this list automatically.
      </p>
    );
  return (
    <>
      <Banner kind="warn" title={`Action required at ${name}`}>
        {refund.problem} Open refunds in your {name} dashboard and enter the missing details, usually the
        payer’s account. The portal checks the refund every hour.
      </Banner>
      <PermissionGate do="money">
        <div className="flex flex-wrap items-center gap-2">
          <ActionForm id={`ask-${id}`} action={retryRefundAction} hidden={{ id }} className="gap-2">
            <FormStatus />
            <SubmitButton variant="secondary" pendingText="Retrying">
              Retry refund
            </SubmitButton>
          </ActionForm>
          <AdminDialog
            needs="money"
            trigger="Cancel refund"
            title="Cancel this refund?"
            cancel="Keep refund"
            about={`${paid} returns to suspense. Do this only if ${name} stopped the refund. Otherwise the payer may be paid twice.`}
            id={`end-${id}`}
            action={endRefundAction}
            hidden={{ id }}
            submit="Cancel refund"
          />
        </div>
      </PermissionGate>
    </>
  );
}
