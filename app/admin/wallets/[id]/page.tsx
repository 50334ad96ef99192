import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { secondAdmin } from "#lib/audit/second-admin-limits";
import { formatMoney } from "#lib/core/money";
import { getWallet } from "#lib/ledger/wallet";
import { walletStatement } from "#lib/purchase/statement";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../../ui/address.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Input } from "../../../ui/input.tsx";
import { ListFilters } from "../../../ui/list-filters.tsx";
import { ListBody, ListHeader } from "../../../ui/list-page.tsx";
import { Live } from "../../../ui/live.tsx";
import { May } from "../../../ui/may.tsx";
import { Money } from "../../../ui/money.tsx";
import { STATEMENT_FILTERS, StatementTable } from "../../../ui/statement-table.tsx";
import { SumLine } from "../../../ui/sum-line.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { findById } from "../../resellers/find-by-id.ts";
import { SecondAdminNote } from "../../second-admin.tsx";
import { clawBackFrom, creditWallet, debitWallet } from "../actions.ts";
import { reverseColumn } from "./reverse-column.tsx";

export const metadata: Metadata = { title: "Wallet" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Query>;
}

/** One reseller's money: every entry with the balance after it, and the ways to move it by hand. */
export default async function AdminWalletPage({ params, searchParams }: Props) {
  const { ctx } = await requireAdminPage();
  const { id, name } = await findById(ctx, (await params).id);
  const here = `/admin/wallets/${id}`;
  const [wallet, page, records, second] = await Promise.all([
    getWallet(ctx, { resellerId: id }),
    walletStatement(id).page(ctx, await searchParams),
    history(ctx, { subject: "wallet", subjectId: id }),
    secondAdmin(ctx),
  ]);
  return (
    <>
      <Live />
      <ListHeader
        here={here}
        page={page}
        title={`Wallet of ${name}`}
        back={{ href: `/admin/resellers/${id}`, label: name }}
        acts={<Moves resellerId={id} name={name} seen={wallet.seen} />}
      />
      <SecondAdminNote second={second} />
      <SumLine
        sums={[
          {
            label: "Balance",
            value: (
              <Money text={formatMoney(wallet.wallet)} className={wallet.wallet < 0n ? "text-bad" : ""} />
            ),
          },
          { label: "Held", value: <Money text={formatMoney(wallet.held)} /> },
          { label: "Spent so far", value: <Money text={formatMoney(wallet.spent)} /> },
        ]}
      />
      <div className="grid items-start gap-5 2xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <ListFilters here={here} on={page.on} filters={STATEMENT_FILTERS} days />
          <ListBody here={here} page={page} empty="No money moved in this way.">
            <StatementTable lines={page.rows} purchases="/admin/purchases" dense more={[reverseColumn]} />
          </ListBody>
        </div>
        <HistoryCard records={records} />
      </div>
    </>
  );
}

interface MovesProps {
  resellerId: number;
  name: string;
  /** The last move by hand that this page shows: whoever comes second is told. */
  seen: number;
}

const AMOUNT = <Input label="Amount" name="amount" autoComplete="off" />;
const READ = "The reseller reads this on their statement.";

/** The three ways to move money by hand. */
function Moves({ resellerId, name, seen }: MovesProps) {
  const same = { hidden: { resellerId, seen }, children: AMOUNT, whyHint: READ };
  return (
    <May do="money">
      <ConfirmDialog
        trigger="Credit"
        look={{ variant: "primary" }}
        title={`Put money into the wallet of ${name}`}
        cancel="Done"
      >
        <DeskForm
          needs="money"
          id="credit"
          action={creditWallet}
          {...same}
          submit="Credit"
          look={{ variant: "primary", wide: true }}
        />
      </ConfirmDialog>
      <ConfirmDialog trigger="Debit" title={`Take money out of the wallet of ${name}`} cancel="Done">
        <p>Never more than is there. What is held for purchases stays.</p>
        <DeskForm
          needs="money"
          id="debit"
          action={debitWallet}
          {...same}
          submit="Debit"
          look={{ variant: "danger", wide: true }}
        />
      </ConfirmDialog>
      <ConfirmDialog trigger="Claw back" title={`Take money back from ${name}`} cancel="Done">
        <p>
          For money that should never have been there. The wallet may go below zero: then nothing can be
          bought until it is paid.
        </p>
        <DeskForm
          needs="money"
          id="claw-back"
          action={clawBackFrom}
          {...same}
          submit="Claw back"
          look={{ variant: "danger", wide: true }}
        />
      </ConfirmDialog>
    </May>
  );
}
