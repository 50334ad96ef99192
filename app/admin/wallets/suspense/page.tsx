import type { Metadata } from "next";
import Link from "next/link";
import { secondAdmin } from "#lib/ledger/second-admin";
import { type Suspended, suspenseList } from "#lib/payment/suspense-list";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Input } from "../../../ui/input.tsx";
import { ListPage } from "../../../ui/list-page.tsx";
import { Money } from "../../../ui/money.tsx";
import { Time } from "../../../ui/time.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { SecondAdminNote } from "../../second-admin.tsx";
import { assign, refunded } from "../actions.ts";
import { WalletTabs } from "../tabs.tsx";

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
  const [page, second] = await Promise.all([suspenseList.page(ctx, await searchParams), secondAdmin(ctx)]);
  return (
    <ListPage
      live
      here={HERE}
      page={page}
      title="Wallets"
      lead="Money that came in and is not just what was asked for."
      above={
        <>
          <WalletTabs here={HERE} />
          <SecondAdminNote {...second} />
        </>
      }
      empty="Nothing is in suspense."
    >
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {page.rows.map((money) => (
            <Waiting key={money.id} money={money} />
          ))}
        </ul>
      </Card>
    </ListPage>
  );
}

function Waiting({ money }: { money: Suspended }) {
  const { id, provider, transaction, reference, paid, asked, why, paidAt, reseller } = money;
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
            Asked of{" "}
            <Link href={`/admin/wallets/${reseller.id}`} className="underline underline-offset-4">
              {reseller.name}
            </Link>
          </p>
        )}
        <p className="break-all text-muted text-sm">
          <Time at={paidAt} />, {provider} {transaction}
          {reference && `, ${reference}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ConfirmDialog trigger="Put into a wallet" title={`Put ${paid} into a wallet?`}>
          <DeskForm id={`assign-${id}`} action={assign} hidden={{ id }} submit="Put it there">
            <Input
              label="E-mail of the reseller"
              name="email"
              type="email"
              autoComplete="off"
              defaultValue={reseller?.email}
            />
          </DeskForm>
        </ConfirmDialog>
        <ConfirmDialog trigger="It was sent back" title={`Was ${paid} sent back to its payer?`}>
          <DeskForm
            id={`refunded-${id}`}
            action={refunded}
            hidden={{ id }}
            whyHint="From which account, under which reference."
            submit="Note it"
          />
        </ConfirmDialog>
      </div>
    </li>
  );
}
