import type { Metadata } from "next";
import { secondAdmin } from "#lib/audit/second-admin-limits";
import { type Match, suggestedMatches } from "#lib/desk/matches";
import { savedViews } from "#lib/desk/saved-views";
import { providerLabel } from "#lib/payment/names";
import { type Suspended, suspenseList } from "#lib/payment/suspense-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { May } from "../../../ui/may.tsx";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { SecondAdminNote } from "../../second-admin.tsx";
import { askRefund, assign, refundByProvider, refunded, stopRefund } from "../actions.ts";
import { WalletsList } from "../wallets-list.tsx";

export const metadata: Metadata = { title: "Suspense" };

const HERE = "/admin/wallets/suspense";

const WHY: Record<NonNullable<Suspended["why"]>, string> = {
  unknown_reference: "No payment of ours has its reference.",
  unknown_account: "Nobody here has the account number that it came to.",
  closed_account: "It came to an account number that is retired.",
  closed_reseller: "The reseller whose account number it came to is closed.",
  below_least: "Less than the least that is taken.",
  under_paid: "Less than was asked for.",
  over_paid: "More than was asked for.",
  other_currency: "Another currency than was asked for.",
  doubled: "Its payment was paid before.",
  late: "Paid after its time.",
  unclear_fee: "What the provider keeps of it is not clear.",
  undelivered: "Its order was not delivered, and the provider did not send it back.",
};

/** Money that a provider confirmed and that is in no wallet: whose it is, or that it went back. */
export default async function SuspensePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [page, second, { whose }, views] = await Promise.all([
    suspenseList.page(ctx, await searchParams),
    secondAdmin(ctx),
    suggestedMatches(ctx),
    savedViews(ctx, { list: HERE }),
  ]);
  return (
    <WalletsList
      here={HERE}
      views={views}
      page={page}
      lead="Money that came in and is not just what was asked for."
      above={<SecondAdminNote second={second} />}
      empty="Nothing is in suspense."
    >
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {page.rows.map((money) => (
            <Waiting key={money.id} money={money} matches={whose.get(money.id) ?? []} />
          ))}
        </ul>
      </Card>
    </WalletsList>
  );
}

function Waiting({ money, matches }: { money: Suspended; matches: readonly Match[] }) {
  const { provider, transaction, reference, paid, asked, why, paidAt, reseller } = money;
  return (
    <li className="grid gap-3 px-4 py-4 md:px-5">
      <div className="min-w-0">
        <p>
          <Money text={paid} size="lg" />
          {asked && <span className="text-muted"> of {asked}</span>}
        </p>
        <p>{why && WHY[why]}</p>
        {reseller && (
          <p>
            {asked ? "Asked of" : "To the number of"}{" "}
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
      {money.state === "suspense" && matches.length > 0 && <MayBeOf money={money} matches={matches} />}
      {money.state === "refunding" ? <Refunding money={money} /> : <Decide money={money} />}
    </li>
  );
}

/** Whose it may be, and why; somebody looks, and decides. */
function MayBeOf({ money: { id, paid }, matches }: { money: Suspended; matches: readonly Match[] }) {
  return (
    <div className="rounded-md bg-sunken px-4 py-2">
      <p className="font-medium text-sm">It may be of</p>
      <ul className="divide-y divide-line">
        {matches.map(({ reseller, why }) => (
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
              <span className="wrap-anywhere text-muted">: {why.join(", ")}</span>
            </p>
            <ConfirmDialog
              needs="money"
              trigger="Put it there"
              look={{ size: "sm" }}
              title={`Put ${paid} into the wallet of ${reseller.name}?`}
            >
              <DeskForm
                needs="money"
                id={`assign-${id}-${reseller.id}`}
                action={assign}
                hidden={{ id, email: reseller.email }}
                why={null}
                submit="Put it there"
              >
                <Input
                  label="Why"
                  name="reason"
                  maxLength={500}
                  autoComplete="off"
                  defaultValue={reasonOf(why)}
                />
              </DeskForm>
            </ConfirmDialog>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "Told of the same amount, told 12 minutes after it was paid". */
const reasonOf = (why: readonly string[]) => {
  const words = why.join(", ").slice(0, 480);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What may become of it. */
function Decide({ money: { id, provider, paid, reseller, refund } }: { money: Suspended }) {
  const name = providerLabel(provider);
  return (
    <>
      {refund?.state === "failed" && (
        <Notice kind="warn" title={`${name} did not send it back`}>
          {refund.why}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <ConfirmDialog needs="money" trigger="Put into a wallet" title={`Put ${paid} into a wallet?`}>
          <DeskForm needs="money" id={`assign-${id}`} action={assign} hidden={{ id }} submit="Put it there">
            <Input
              label="E-mail of the reseller"
              name="email"
              type="email"
              autoComplete="off"
              defaultValue={reseller?.email}
            />
          </DeskForm>
        </ConfirmDialog>
        <ConfirmDialog needs="money" trigger={`Refund by ${name}`} title={`Have ${name} send ${paid} back?`}>
          <p>All of it goes back to where it came from. {name} may keep its fee.</p>
          <DeskForm
            needs="money"
            id={`refund-${id}`}
            action={refundByProvider}
            hidden={{ id }}
            whyHint="The payer may read this."
            submit="Send it back"
          />
        </ConfirmDialog>
        <ConfirmDialog needs="money" trigger="It was sent back" title={`Was ${paid} sent back to its payer?`}>
          <DeskForm
            needs="money"
            id={`refunded-${id}`}
            action={refunded}
            hidden={{ id }}
            whyHint="From which account, under which reference."
            submit="Note it"
          />
        </ConfirmDialog>
      </div>
    </>
  );
}

/** How far its refund is. */
function Refunding({ money: { id, provider, paid, refund } }: { money: Suspended }) {
  const name = providerLabel(provider);
  if (refund?.state !== "attention")
    return (
      <p className="text-muted">
        {refund?.state === "pending" ? `${name} sends it back.` : `${name} is being asked to send it back.`}{" "}
        It leaves this list by itself.
      </p>
    );
  return (
    <>
      <Notice kind="warn" title={`${name} needs you for this refund`}>
        {refund.why} Look for it under refunds on {name}’s own pages and give what is asked there, mostly the
        payer’s account. We look every hour what became of it.
      </Notice>
      <May do="money">
        <div className="flex flex-wrap items-center gap-2">
          <ActionForm id={`ask-${id}`} action={askRefund} hidden={{ id }} className="gap-2">
            <FormAnswer />
            <SubmitButton variant="secondary" pendingText="Asking">
              Ask {name} again
            </SubmitButton>
          </ActionForm>
          <ConfirmDialog trigger="End this refund" title={`Take ${paid} back into suspense?`}>
            <p>Only when it was stopped at {name}: otherwise it may be sent twice.</p>
            <DeskForm
              needs="money"
              id={`end-${id}`}
              action={stopRefund}
              hidden={{ id }}
              submit="Back into suspense"
            />
          </ConfirmDialog>
        </div>
      </May>
    </>
  );
}
