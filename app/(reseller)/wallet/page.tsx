import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { ownFunding } from "#lib/funding/funding-view";
import { StatementInput } from "#lib/ledger/statement";
import { getWallet } from "#lib/ledger/wallet";
import { walletStatement } from "#lib/purchase/statement";
import { requireResellerPage } from "#lib/web/actor";
import { address, type Query } from "../../ui/address.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { CsvLink } from "../../ui/csv-link.tsx";
import { Live } from "../../ui/live.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pager } from "../../ui/pager.tsx";
import { StatementFilters, statementQuery } from "../../ui/statement-filters.tsx";
import { StatementTable } from "../../ui/statement-table.tsx";
import { FundingList } from "./funding-list.tsx";
import { NothingHere } from "./nothing-here.tsx";
import { Purse } from "./purse.tsx";

export const metadata: Metadata = { title: "Wallet" };

const HERE = "/wallet";

/** My money: what I have, what I asked for, and every move with the balance after it. */
export default async function WalletPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireResellerPage();
  const input = StatementInput.omit({ resellerId: true }).parse(await searchParams);
  const on = statementQuery(input);
  const [wallet, { rows, next, previous }, funding] = await Promise.all([
    getWallet(ctx),
    walletStatement(ctx, input),
    ownFunding(ctx),
  ]);
  const lately = funding.filter(({ state }, index) => state === "pending" || index === 0);
  return (
    <>
      <Live />
      <PageHeader title="Wallet">
        <ButtonLink href="/wallet/fund">
          <Plus aria-hidden />
          Add money
        </ButtonLink>
        {rows.length > 0 && <CsvLink href={address(`${HERE}/export`, on)} />}
      </PageHeader>
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <Purse wallet={wallet} />
        {lately.length > 0 && <FundingList title="Money you asked for" requests={lately} />}
        <div>
          <StatementFilters action={HERE} filter={input} />
          {rows.length === 0 ? (
            <NothingHere filtered={Object.keys(on).length > 0 || Boolean(input.after ?? input.before)} />
          ) : (
            <>
              <StatementTable lines={rows} purchases="/purchases" />
              <Pager here={HERE} page={{ previous, next, on, order: "newest" }} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
