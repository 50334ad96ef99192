import type { Metadata } from "next";
import { env } from "#lib/core/env";
import { type OddMoney, oddMoney } from "#lib/payment/odd-money";
import { type OwnKeys, ownKeys } from "#lib/payment/set-keys";
import { groupedReference } from "#lib/shop/order-view";
import { collecting } from "#lib/shop/pay-order";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ConfirmPassword } from "../../../ui/password-field.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { Time } from "../../../ui/time.tsx";
import { requireShopPage, ShopHeader } from "../shop-page.tsx";
import { dropKeys, saveKeys, sendBack, settled } from "./actions.ts";

export const metadata: Metadata = { title: "Payments online" };

/** How customers of the shop pay online: by the reseller's own keys, or through the operator; and what came in amiss. */
export default async function OnlinePage() {
  const { ctx, shop } = await requireShopPage();
  const [keys, odd, collects] = await Promise.all([ownKeys(ctx), oddMoney(ctx), collecting(ctx)]);
  const own = keys.some(({ set }) => set);
  return (
    <>
      <ShopHeader slug={shop.slug} here="/storefront/online" />
      <div className="grid max-w-2xl grid-cols-1 gap-6">
        <Notice kind={own || collects ? "good" : "info"} title={titleOf(own, collects)}>
          {textOf(own, collects)}
        </Notice>
        {odd.length > 0 && (
          <Card title="Came in, but not as asked" padded={false}>
            <ul className="divide-y divide-line">
              {odd.map((money) => (
                <Odd key={money.id} money={money} />
              ))}
            </ul>
          </Card>
        )}
        {keys.map((one) => (
          <Provider key={one.name} keys={one} />
        ))}
      </div>
    </>
  );
}

function titleOf(own: boolean, collects: boolean): string {
  if (own) return "Customers pay into your own account";
  return collects ? `Customers pay through ${env().PORTAL_NAME}` : "Customers cannot pay online yet";
}

function textOf(own: boolean, collects: boolean): string {
  if (own) return "A paid order is delivered by itself, from your wallet.";
  if (collects)
    return "What they pay comes into your wallet, less the fee, and the order is delivered from there by itself. Enter keys of your own to be paid into your own account instead.";
  return "Enter the keys of your own account at one of these. Paid orders are then delivered by themselves, from your wallet.";
}

const WHY: Record<NonNullable<OddMoney["why"]>, string> = {
  unknown_reference: "Nobody knows what it is for.",
  under_paid: "Less than the order’s price.",
  over_paid: "More than the order’s price.",
  other_currency: "Another currency than the order’s.",
  doubled: "The order was paid before.",
  late: "The order was not to be paid any more.",
  unclear_fee: "The fee is not clear.",
  unknown_account: "It came to an unknown account.",
  closed_account: "It came to a closed account.",
  closed_reseller: "The account is closed.",
  below_least: "Less than the least that is taken.",
  undelivered: "Not delivered, and the money did not go back.",
};

function Odd({
  money: { id, paid, asked, reference, provider, transaction, paidAt, why, refusal },
}: {
  money: OddMoney;
}) {
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0">
        <p>
          <Money text={paid} size="lg" /> <span className="text-muted">of {asked}</span>
        </p>
        <p>{why && WHY[why]}</p>
        {refusal && <p className="text-bad">{refusal}</p>}
        <p className="break-all text-muted text-sm">
          <Time at={paidAt} />, order {groupedReference(reference)}, {provider} {transaction}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ActionForm id={`back-${id}`} action={sendBack} hidden={{ id }}>
          <FormAnswer />
          <div>
            <SubmitButton variant="secondary" pendingText="Asking">
              Send it back by {provider}
            </SubmitButton>
          </div>
        </ActionForm>
        <ConfirmDialog trigger="It is settled" look={{ variant: "quiet" }} title="How was it settled?">
          <ActionForm id={`settled-${id}`} action={settled} hidden={{ id }} noValidate={false}>
            <FormAnswer />
            <Textarea
              label="What you did"
              name="reason"
              required
              maxLength={200}
              hint="Such as: given back in cash, or delivered by hand."
            />
            <SubmitButton wide>Note it</SubmitButton>
          </ActionForm>
        </ConfirmDialog>
      </div>
    </li>
  );
}

const FIELDS: Record<OwnKeys["name"], { name: string; label: string; hint?: string }[]> = {
  paystack: [{ name: "secretKey", label: "Secret key", hint: "It begins with sk_live_ or sk_test_." }],
  monnify: [
    { name: "apiKey", label: "API key" },
    { name: "secretKey", label: "Secret key" },
    { name: "contractCode", label: "Contract code" },
  ],
  flutterwave: [
    { name: "clientId", label: "Client id" },
    { name: "clientSecret", label: "Client secret" },
    { name: "webhookSecret", label: "Secret hash", hint: "The one that you set for webhooks there." },
  ],
};

function Provider({ keys: { name, label, set } }: { keys: OwnKeys }) {
  const form = (
    <ActionForm id={`keys-${name}`} action={saveKeys} hidden={{ provider: name }}>
      <FormAnswer />
      {FIELDS[name].map((field) => (
        <Input key={field.name} {...field} type="password" autoComplete="off" spellCheck={false} />
      ))}
      <ConfirmPassword />
      <div>
        <SubmitButton pendingText="Trying">Try and keep</SubmitButton>
      </div>
    </ActionForm>
  );
  if (!set)
    return (
      <Card title={label}>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-accent">
            Enter keys
          </summary>
          {form}
        </details>
      </Card>
    );
  return (
    <Card title={label}>
      <Facts
        facts={[
          { label: "Key", value: `•••• ${set.hint}` },
          { label: "Since", value: <Time at={set.createdAt} /> },
          {
            label: "Webhook",
            value: <span className="break-all">{set.notices}</span>,
            action: <CopyButton text={set.notices} what="webhook address" />,
          },
        ]}
      />
      <p className="mt-2 mb-4 text-muted text-sm">
        Enter this webhook address at {label}, so that payments show at once. Without it they show some
        minutes later.
        {set.beforeUntil && (
          <>
            {" "}
            What {label} signed with the key before is taken until <Time at={set.beforeUntil} />.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <ConfirmDialog trigger="Change" title={`Other keys of ${label}`}>
          {form}
        </ConfirmDialog>
        <ConfirmDialog trigger="Remove" look={{ variant: "quiet" }} title={`Take the keys of ${label} out?`}>
          <ActionForm id={`remove-${name}`} action={dropKeys} hidden={{ provider: name }}>
            <FormAnswer />
            <p className="text-muted">
              No payment begins by them any more. What was begun is followed to its end, then they are
              forgotten.
            </p>
            <SubmitButton variant="danger" wide>
              Take them out
            </SubmitButton>
          </ActionForm>
        </ConfirmDialog>
      </div>
    </Card>
  );
}
