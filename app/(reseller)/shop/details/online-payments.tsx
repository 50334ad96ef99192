import {
  refundUnmatchedAction,
  removeProviderKeysAction,
  resolveUnmatchedAction,
  saveProviderKeysAction,
} from "#app/(reseller)/shop/actions.ts";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { DescriptionList } from "#app/ui/description-list";
import { Disclosure } from "#app/ui/disclosure";
import { ActionButton } from "#app/ui/form/action-button";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Textarea } from "#app/ui/form/textarea";
import { Money } from "#app/ui/money";
import { Time } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatOrderReference } from "#lib/core/text/order-reference";
import { listProviderKeys, type ProviderKeysView } from "#lib/payment/keys/provider-keys";
import { listUnmatchedPayments, type UnmatchedPayment } from "#lib/payment/suspense/unmatched-payments";
import { isOperatorCollecting } from "#lib/shop/order/online-payment-methods";

export async function OnlinePayments({ ctx }: { ctx: Ctx }) {
  const [keys, unmatched, isCollecting] = await Promise.all([
    listProviderKeys(ctx),
    listUnmatchedPayments(ctx),
    isOperatorCollecting(ctx),
  ]);
  const unconnected = keys.filter(({ set }) => !set);
  const hasKeys = unconnected.length < keys.length;
  return (
    <section id="online" aria-labelledby="online-title" className="mt-6 grid scroll-mt-4 grid-cols-1 gap-5">
      <h2 id="online-title" className="-mb-3 text-muted text-sm">
        Online payments
      </h2>
      <Banner kind={hasKeys || isCollecting ? "good" : "info"} title={formatTitle(hasKeys, isCollecting)}>
        {formatIntro(hasKeys, isCollecting)}
      </Banner>
      {unmatched.length > 0 && (
        <Card title="Unmatched payments" padded={false}>
          <ul className="divide-y divide-line">
            {unmatched.map((payment) => (
              <UnmatchedPaymentRow key={payment.id} payment={payment} />
            ))}
          </ul>
        </Card>
      )}
      {keys.map(
        (provider) => provider.set && <ProviderCard key={provider.name} keys={provider} set={provider.set} />,
      )}
      {unconnected.length > 0 && (
        <Card title={hasKeys ? "Other providers" : "Your own account"} padded={false}>
          <ul className="divide-y divide-line">
            {unconnected.map((provider) => (
              <li key={provider.name} className="px-4 py-1 md:px-5">
                <Disclosure title={`Connect ${provider.label}`}>
                  <div className="max-w-md pb-4">
                    <KeysForm keys={provider} />
                  </div>
                </Disclosure>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

function formatTitle(hasKeys: boolean, isCollecting: boolean): string {
  if (hasKeys) return "Customers pay into your own account";
  return isCollecting ? `Customers pay through ${env().PORTAL_NAME}` : "Customers can’t pay online yet";
}

function formatIntro(hasKeys: boolean, isCollecting: boolean): string {
  if (hasKeys) return "Paid orders are delivered automatically, from your wallet.";
  if (isCollecting)
    return "Payments are credited to your wallet, less the fee, and paid orders are delivered automatically. To be paid into your own account instead, connect it below.";
  return "Connect your account at one of these providers. Paid orders are then delivered automatically, from your wallet.";
}

const REASON_LABELS: Record<NonNullable<UnmatchedPayment["suspenseReason"]>, string> = {
  unknown_reference: "We don’t know which order it’s for.",
  under_paid: "Less than the order’s price.",
  over_paid: "More than the order’s price.",
  other_currency: "Not in the order’s currency.",
  doubled: "The order was already paid.",
  late: "The order could no longer be paid.",
  unclear_fee: "The fee isn’t confirmed.",
  unknown_account: "Sent to an unknown account.",
  closed_account: "Sent to a closed account.",
  closed_reseller: "The account is closed.",
  below_least: "Less than the minimum.",
  undelivered: "Not delivered, and the refund failed.",
};

function UnmatchedPaymentRow({
  payment: { id, paid, requested, reference, provider, transaction, paidAt, suspenseReason, rejection },
}: {
  payment: UnmatchedPayment;
}) {
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0">
        <p>
          <Money text={paid} size="lg" /> <span className="text-muted">of {requested}</span>
        </p>
        <p>{suspenseReason && REASON_LABELS[suspenseReason]}</p>
        {rejection && <p className="text-bad">{rejection}</p>}
        <p className="break-all text-muted text-sm">
          <Time at={paidAt} />, order {formatOrderReference(reference)}, {provider} {transaction}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionButton
          id={`back-${id}`}
          action={refundUnmatchedAction}
          hidden={{ id }}
          variant="secondary"
          pendingText="Requesting"
          className="self-start"
        >
          Refund with {provider}
        </ActionButton>
        <ConfirmDialog trigger="Resolve" look={{ variant: "quiet" }} title="Resolve payment">
          <ActionForm id={`settled-${id}`} action={resolveUnmatchedAction} hidden={{ id }} noValidate={false}>
            <FormStatus />
            <Textarea
              label="Resolution"
              name="reason"
              required
              maxLength={200}
              hint="For example: refunded in cash, or delivered manually."
            />
            <SubmitButton wide>Resolve payment</SubmitButton>
          </ActionForm>
        </ConfirmDialog>
      </div>
    </li>
  );
}

function KeysForm({ keys: { name, fields } }: { keys: ProviderKeysView }) {
  return (
    <ActionForm id={`keys-${name}`} action={saveProviderKeysAction} hidden={{ provider: name }}>
      <FormStatus />
      {fields.map((field) => (
        <Input key={field.name} {...field} type="password" autoComplete="off" spellCheck={false} />
      ))}
      <ConfirmPassword />
      <SubmitButton pendingText="Verifying" className="self-start">
        Verify and save
      </SubmitButton>
    </ActionForm>
  );
}

interface ProviderCardProps {
  keys: ProviderKeysView;
  set: NonNullable<ProviderKeysView["set"]>;
}

function ProviderCard({ keys, set }: ProviderCardProps) {
  const { name, label } = keys;
  return (
    <Card title={label}>
      <DescriptionList
        facts={[
          { label: "Key", value: `•••• ${set.hint}` },
          { label: "Connected", value: <Time at={set.createdAt} /> },
          {
            label: "Webhook address",
            value: <span className="break-all">{set.webhooks}</span>,
            action: <CopyButton text={set.webhooks} what="webhook address" />,
          },
        ]}
      />
      <p className="mt-2 mb-4 text-muted text-sm">
        Add this webhook address at {label}, so payments show at once. Without it, they show a few minutes
        later.
        {set.previousValidUntil && (
          <>
            {" "}
            Your previous key works until <Time at={set.previousValidUntil} />.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmDialog trigger="Change keys" title={`Change ${label} keys`}>
          <KeysForm keys={keys} />
        </ConfirmDialog>
        <ConfirmDialog trigger="Disconnect" look={{ variant: "quiet" }} title={`Disconnect ${label}?`}>
          <p className="text-muted">
            Customers can’t start new payments with {label}. Payments already started will finish, then your
            keys are deleted.
          </p>
          <ActionButton
            id={`remove-${name}`}
            action={removeProviderKeysAction}
            hidden={{ provider: name }}
            variant="danger"
            wide
          >
            Disconnect account
          </ActionButton>
        </ConfirmDialog>
      </div>
    </Card>
  );
}
