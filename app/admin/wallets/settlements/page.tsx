import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { savedViews } from "#lib/desk/saved-views";
import { PROVIDER_NAMES } from "#lib/payment/names";
import { type Difference, differenceList } from "#lib/payment/settlement/difference-list";
import { type ComparedView, comparedSettlements } from "#lib/payment/settlement/runs";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { May } from "../../../ui/may.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { AdminList } from "../../saved-views.tsx";
import { acknowledge, compare } from "../actions.ts";
import { WalletTabs } from "../tabs.tsx";

export const metadata: Metadata = { title: "Settlements" };

const HERE = "/admin/wallets/settlements";

const KIND: Record<Difference["kind"], { word: string; says: string }> = {
  missing_here: { word: "Unknown here", says: "It was settled, and the provider says nothing else of it." },
  missing_there: { word: "Not settled", says: "It was confirmed more than seven days ago." },
  amount: { word: "Other amount", says: "Another amount was settled than was confirmed." },
  fee: { word: "Other fee", says: "Another fee was kept than was confirmed." },
  currency: { word: "Other currency", says: "It was settled in another currency than was confirmed." },
  doubled: { word: "Settled twice", says: "It is in a settlement a second time." },
  changed: {
    word: "Amount changed",
    says: "The provider confirmed it, and now says another amount. Nothing was moved. Ask the provider.",
  },
  charged_back: {
    word: "Paid back twice",
    says: "It was sent back from another account, and the payer’s bank took it back too. The loss is booked as a fee.",
  },
  lost: {
    word: "Dispute lost",
    says: "It was lost after another part, after the money was sent back, or without an amount. Nothing was moved. Adjust the wallet manually.",
  },
  total: { word: "Other sum", says: "What was paid out is not the sum of its payments." },
};

const FILTERS = [
  {
    name: "kind",
    label: "Kind",
    empty: "All",
    options: Object.entries(KIND).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    name: "provider",
    label: "Provider",
    empty: "All",
    options: Object.entries(PROVIDER_NAMES).map(([value, label]) => ({ value, label })),
  },
  {
    name: "state",
    label: "State",
    empty: "To look at",
    options: [
      { value: "ended", label: "Dealt with" },
      { value: "all", label: "All" },
    ],
  },
];

const EMPTY = {
  icon: CircleCheck,
  title: "Everything agrees",
  text: "What providers paid out is what the books have.",
};

/** What providers paid out to the bank, and where that is not what the books have. */
export default async function SettlementsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, compared, views] = await Promise.all([
    differenceList.page(ctx, await searchParams),
    comparedSettlements(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <AdminList
      here={HERE}
      views={views}
      page={page}
      title="Wallets"
      lead="What providers paid out to your bank, compared with the books each night."
      above={
        <>
          <WalletTabs here={HERE} />
          {compared.length > 0 && (
            <div className="mb-4">
              <Compared compared={compared} />
            </div>
          )}
        </>
      }
      search="Transaction or settlement"
      filters={FILTERS}
      days
      empty={EMPTY}
      unmatched={{ title: "Nothing matches", text: "A transaction is found by its whole name." }}
    >
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {page.rows.map((one) => (
            <One key={one.id} one={one} />
          ))}
        </ul>
      </Card>
    </AdminList>
  );
}

function Compared({ compared }: { compared: readonly ComparedView[] }) {
  return (
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {compared.map(({ provider, comparedAt, failure, last }) => (
          <li
            key={provider}
            className="flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-3 md:px-5"
          >
            <p className="font-medium">{provider}</p>
            <p className="text-sm">
              {comparedAt ? (
                <>
                  Compared <Time at={comparedAt} />.
                </>
              ) : (
                "Not compared yet."
              )}{" "}
              {failure && <span className="text-bad">It gave no clear answer: {failure}.</span>}
            </p>
            <p className="w-full wrap-anywhere text-muted text-sm">
              {last ? (
                <>
                  Last payout {last.paid}, <Time at={last.at} />, {last.settlement}
                </>
              ) : (
                "No payout yet."
              )}
            </p>
          </li>
        ))}
      </ul>
      <May do="money">
        <div className="border-line border-t px-4 py-3 md:px-5">
          <ActionForm id="compare" action={compare}>
            <FormAnswer />
            <div>
              <SubmitButton variant="secondary">Compare now</SubmitButton>
            </div>
          </ActionForm>
        </div>
      </May>
    </Card>
  );
}

function One({ one }: { one: Difference }) {
  const { id, kind, provider, transaction, settlement, hereText, thereText, foundAt, state } = one;
  const { word, says } = KIND[kind];
  const names = [transaction, settlement && `settlement ${settlement}`].filter(Boolean).join(", ");
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0">
        <Badge tone={state === "open" ? "unsure" : "plain"}>{word}</Badge>
        <p className="mt-1">{says}</p>
        <p className="tabular-nums">
          {hereText && <>In the books {hereText}</>}
          {hereText && thereText && " · "}
          {thereText && <>the provider says {thereText}</>}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          <Time at={foundAt} />, {provider} {names}
        </p>
        <Ended one={one} />
      </div>
      {state === "open" && (
        <div>
          <ConfirmDialog needs="money" trigger="Let it stay so" title="Let this difference stay?">
            <DeskForm
              needs="money"
              id={`acknowledge-${id}`}
              action={acknowledge}
              hidden={{ id }}
              whyHint={
                kind === "amount" || kind === "fee"
                  ? "The rest is booked as a fee of yours."
                  : "No money moves."
              }
              submit="Let it stay"
            />
          </ConfirmDialog>
        </div>
      )}
    </li>
  );
}

function Ended({ one: { state, endedAt, endedBy, reason } }: { one: Difference }) {
  if (state === "open" || !endedAt) return null;
  return (
    <p className="text-sm">
      {state === "gone" ? "It agrees since " : `${endedBy} `}
      <Time at={endedAt} />
      {reason && <span className="text-muted">: “{reason}”</span>}
    </p>
  );
}
