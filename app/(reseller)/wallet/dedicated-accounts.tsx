import { StateBadge } from "#app/ui/badge";
import { Banner } from "#app/ui/banner";
import { Card } from "#app/ui/card";
import { FieldSet, Radio } from "#app/ui/form/checkbox";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Landmark } from "#app/ui/icon/icons.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { Time } from "#app/ui/time";
import { formatMoney } from "#lib/core/money/money";
import type { DedicatedAccountsView } from "#lib/payment/account/dedicated-account-view";
import { AccountLines } from "./account-number.tsx";
import { findMissingTransfersAction, requestDedicatedAccountAction } from "./actions.ts";

type Account = DedicatedAccountsView["accounts"][number];
type Transfer = DedicatedAccountsView["transfers"][number];

export function DedicatedAccounts({ view }: { view: DedicatedAccountsView }) {
  return view.accounts.map((account) => (
    <Card key={account.id} title="Dedicated account">
      <DedicatedAccount account={account} view={view} />
    </Card>
  ));
}

/** A quiet line that leads to the form for a dedicated account. */
export function DedicatedAccountLink() {
  return (
    <Card padded={false}>
      <ul>
        <ListRow
          href="/wallet/fund#dedicated-account"
          lead={<Landmark className="size-5 text-muted" />}
          title="Get dedicated account"
          note="Your own account number for bank transfers."
        />
      </ul>
    </Card>
  );
}

function DedicatedAccount({ account, view }: { account: Account; view: DedicatedAccountsView }) {
  const { id, state, number, bank, holder, provider, fee } = account;
  if (state === "requested" || number === null)
    return <p>{provider} is opening your account. The account number shows here when it’s ready.</p>;
  return (
    <>
      {state === "retired" && (
        <Banner kind="warn" title="This account is closed" className="mb-2">
          Don’t send money to it. If you already did, support will review your transfer.
        </Banner>
      )}
      <AccountLines {...{ number, bank, holder }} />
      {state !== "retired" && (
        <p className="mt-1 text-sm">
          Credited within minutes.{" "}
          {view.feeBearer === "reseller"
            ? fee
              ? `Fee: ${fee}.`
              : `${provider}’s fee is taken off.`
            : "No fee."}{" "}
          Send at least {formatMoney(view.minAmount)}.
        </p>
      )}
      <ActionForm
        id={`missing-${id}`}
        action={findMissingTransfersAction}
        hidden={{ id }}
        className="mt-2 gap-3"
      >
        <FormStatus />
        <SubmitButton variant="secondary" pendingText="Checking" className="self-start">
          Check for transfers
        </SubmitButton>
      </ActionForm>
    </>
  );
}

const IDENTITY_LABELS = { bvn: "BVN", nin: "NIN" } as const;

interface OfferProps {
  offer: NonNullable<DedicatedAccountsView["offer"]>;
}

/** Asks for a phone number and, where the provider demands it, a BVN or NIN. */
export function DedicatedAccountOffer({ offer: { provider, identityKinds, phone } }: OfferProps) {
  return (
    <Card title="Get a dedicated account">
      <p className="mb-4 text-muted text-sm">
        Transfer to it from any bank, as often as you like. Your wallet is credited automatically.
      </p>
      <ActionForm
        id="dedicated-account"
        action={requestDedicatedAccountAction}
        hidden={phone === null ? {} : { phone }}
        autoComplete="off"
      >
        <FormStatus />
        {phone === null && (
          <Input
            label="Your phone number"
            name="phone"
            type="tel"
            autoComplete="tel"
            placeholder="0803 123 4567"
          />
        )}
        {identityKinds.length > 0 && (
          <>
            <p className="text-muted text-sm">
              The central bank requires {provider} to check who you are. We send your number to {provider} and
              don’t store it.
            </p>
            <FieldSet legend="Identity number" name="identityKind">
              {identityKinds.map((kind, index) => (
                <Radio
                  key={kind}
                  name="identityKind"
                  value={kind}
                  label={IDENTITY_LABELS[kind]}
                  defaultChecked={index === 0}
                />
              ))}
            </FieldSet>
            <Input
              label="BVN or NIN (11 digits)"
              name="identityNumber"
              inputMode="numeric"
              autoComplete="off"
            />
          </>
        )}
        <SubmitButton variant="secondary" pendingText="Requesting" className="self-start">
          Get dedicated account
        </SubmitButton>
      </ActionForm>
    </Card>
  );
}

const TRANSFER_STATE_LABELS: Record<Transfer["state"], StateLabel> = {
  credited: { word: "Credited", tone: "good" },
  assigned: { word: "Credited", tone: "good" },
  suspense: { word: "In review", tone: "unsure" },
  refunding: { word: "Refund pending", tone: "wait" },
  refunded: { word: "Refunded", tone: "unsure" },
};
const CHARGEBACK_LABEL = { word: "Chargeback", tone: "bad" } as const;

const REASON_LABELS: Partial<Record<NonNullable<Transfer["suspenseReason"]>, string>> = {
  below_least: "Less than the minimum.",
  closed_account: "The account was closed.",
  other_currency: "Wrong currency.",
  unclear_fee: "The fee isn’t confirmed yet.",
};

export function TransferList({ transfers }: { transfers: readonly Transfer[] }) {
  return (
    <Card title="Recent transfers" padded={false}>
      <RowList label="Recent transfers">
        {transfers.map(({ id, paid, credited, state, suspenseReason, paidAt, chargedBack }) => (
          <ListRow
            key={id}
            title={paid}
            note={
              <span className="block whitespace-normal">
                {chargedBack
                  ? "The payer’s bank reversed it."
                  : credited === null
                    ? suspenseReason && REASON_LABELS[suspenseReason]
                    : `${formatMoney(credited)} credited`}
              </span>
            }
            value={<StateBadge {...(chargedBack ? CHARGEBACK_LABEL : TRANSFER_STATE_LABELS[state])} />}
            state={
              <span className="text-muted">
                <Time at={paidAt} />
              </span>
            }
          />
        ))}
      </RowList>
    </Card>
  );
}
