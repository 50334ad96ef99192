import { formatMoney } from "#lib/core/money";
import type { OwnAccounts } from "#lib/payment/account-view";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { FieldSet, Radio } from "../../ui/checkbox.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Tone } from "../../ui/purchase-words.ts";
import { List, Row } from "../../ui/row.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Time } from "../../ui/time.tsx";
import { askForAccount, lookForMissing } from "./account/actions.ts";

type Account = OwnAccounts["accounts"][number];
type Transfer = OwnAccounts["transfers"][number];

/** The account numbers of one's own, whose transfers arrive by themselves, and the way to one, or its form. */
export function AccountNumbers({ own, form = false }: { own: OwnAccounts; form?: boolean }) {
  const { accounts, offer } = own;
  return (
    <>
      {accounts.map((account) => (
        <Card key={account.id} title="Your account number">
          <AccountNumber account={account} own={own} />
        </Card>
      ))}
      {offer && (
        <Card title="An account number of your own">
          <p className="text-muted text-sm">
            Send a transfer to it from any bank, as often as you like. The money is in your wallet by itself.
          </p>
          {form ? (
            <AskForm offer={offer} />
          ) : (
            <div className="mt-3">
              <ButtonLink href="/wallet/account" variant="secondary">
                Get my account number
              </ButtonLink>
            </div>
          )}
        </Card>
      )}
    </>
  );
}

function AccountNumber({ account, own }: { account: Account; own: OwnAccounts }) {
  const { id, state, number, bank, holder, provider } = account;
  if (state === "asked" || number === null)
    return <p>{provider} opens your account number. It shows here by itself.</p>;
  const facts = [
    { label: "Bank", value: bank },
    {
      label: "Account number",
      value: <span className="text-lg tabular-nums">{number}</span>,
      action: <CopyButton text={number} what="account number" />,
      mono: true,
    },
    { label: "Name", value: holder },
  ];
  return (
    <>
      {state === "retired" ? (
        <Notice kind="warn" title="This number is retired">
          Do not send money to it. If you did, someone looks at it and puts it where it belongs.
        </Notice>
      ) : (
        <p className="text-muted text-sm">
          What you send here is in your wallet by itself, mostly within minutes
          {own.feeBearer === "reseller" ? `, less ${provider}’s fee.` : "; you pay no fee."} Send at least{" "}
          {formatMoney(own.least)}.
        </p>
      )}
      <Facts facts={facts} />
      <ActionForm id={`missing-${id}`} action={lookForMissing} hidden={{ id }} className="mt-2 gap-3">
        <FormAnswer />
        <div>
          <SubmitButton variant="secondary" pendingText="Asking">
            My transfer is missing
          </SubmitButton>
        </div>
      </ActionForm>
    </>
  );
}

const IDENTITY = { bvn: "BVN", nin: "NIN" } as const;

/** The number to reach its reseller by and, where the provider demands one, a number of their identity. */
function AskForm({ offer: { provider, demands } }: { offer: NonNullable<OwnAccounts["offer"]> }) {
  return (
    <ActionForm id="account" action={askForAccount} autoComplete="off" className="mt-4 gap-4">
      <FormAnswer />
      <Input
        label="Your phone number"
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
      />
      {demands.length > 0 && (
        <>
          <p className="text-muted text-sm">
            {provider} opens an account number only for people it can tell apart, as the central bank asks.
            Your number goes to {provider} with this form. We do not keep it.
          </p>
          <FieldSet legend="Which number" name="identityKind">
            {demands.map((kind, index) => (
              <Radio
                key={kind}
                name="identityKind"
                value={kind}
                label={IDENTITY[kind]}
                defaultChecked={index === 0}
              />
            ))}
          </FieldSet>
          <Input label="Its 11 digits" name="identityNumber" inputMode="numeric" autoComplete="off" />
        </>
      )}
      <div>
        <SubmitButton size="lg" className="w-full sm:w-auto" pendingText="Opening">
          Get my account number
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

const STATES: Record<Transfer["state"], { word: string; tone: Tone }> = {
  credited: { word: "In your wallet", tone: "good" },
  assigned: { word: "In your wallet", tone: "good" },
  suspense: { word: "Being looked at", tone: "unsure" },
  refunding: { word: "Being sent back", tone: "wait" },
  refunded: { word: "Sent back", tone: "unsure" },
};
const TAKEN_BACK = { word: "Taken back", tone: "bad" } as const;

const WHY: Partial<Record<NonNullable<Transfer["why"]>, string>> = {
  below_least: "Less than the minimum.",
  closed_account: "The number was retired.",
  other_currency: "Another currency.",
  unclear_fee: "The fee is not clear yet.",
};

/** What came to one's account numbers lately, and what became of it. */
export function Transfers({ transfers }: { transfers: readonly Transfer[] }) {
  return (
    <Card title="Last transfers" padded={false}>
      <List label="Last transfers">
        {transfers.map(({ id, paid, credited, state, why, paidAt, takenBack }) => {
          const { word, tone } = takenBack ? TAKEN_BACK : STATES[state];
          return (
            <Row
              key={id}
              title={paid}
              note={
                <span className="block whitespace-normal">
                  {takenBack
                    ? "The payer’s bank took it back."
                    : credited === null
                      ? why && WHY[why]
                      : `${formatMoney(credited)} came in`}
                </span>
              }
              value={
                <Badge tone={tone} icon>
                  {word}
                </Badge>
              }
              state={
                <span className="text-muted">
                  <Time at={paidAt} />
                </span>
              }
            />
          );
        })}
      </List>
    </Card>
  );
}
