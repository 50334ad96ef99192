import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { formatMoney } from "#lib/core/money";
import { secondAdmin } from "#lib/ledger/second-admin";
import { StatementInput } from "#lib/ledger/statement";
import { getWallet } from "#lib/ledger/wallet";
import { walletStatement } from "#lib/purchase/statement";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { CsvLink } from "../../../ui/csv-link.tsx";
import { Live } from "../../../ui/live.tsx";
import { Money } from "../../../ui/money.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { StatementFilters, statementQuery } from "../../../ui/statement-filters.tsx";
import { StatementTable } from "../../../ui/statement-table.tsx";
import { SumLine } from "../../../ui/sum-line.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { findById } from "../../resellers/find-by-id.ts";
import { SecondAdminNote } from "../../second-admin-note.tsx";
import { Moves } from "./moves.tsx";
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
  const input = StatementInput.omit({ resellerId: true }).parse(await searchParams);
  const on = statementQuery(input);
  const [wallet, { rows, next, previous }, records, second] = await Promise.all([
    getWallet(ctx, { resellerId: id }),
    walletStatement(ctx, { ...input, resellerId: id }),
    history(ctx, { subject: "wallet", subjectId: id }),
    secondAdmin(ctx),
  ]);
  return (
    <>
      <Live />
      <PageHeader title={`Wallet of ${name}`} back={{ href: `/admin/resellers/${id}`, label: name }}>
        <Moves resellerId={id} name={name} seen={wallet.seen} />
        <CsvLink href={address(`${here}/export`, on)} />
      </PageHeader>
      <SecondAdminNote {...second} />
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
          <StatementFilters action={here} filter={input} />
          {rows.length === 0 ? (
            <p className="py-8 text-center text-muted">No money moved in this way.</p>
          ) : (
            <>
              <StatementTable lines={rows} purchases="/admin/purchases" dense more={[reverseColumn]} />
              <Pager here={here} page={{ previous, next, on, order: "newest" }} />
            </>
          )}
        </div>
        <HistoryCard records={records} />
      </div>
    </>
  );
}
