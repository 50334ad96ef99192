import type { Metadata } from "next";
import { history } from "#lib/audit/history";
import { secondAdmin } from "#lib/audit/second-admin-limits";
import { creditedAlready } from "#lib/desk/credited-already";
import { suggestedMatches } from "#lib/desk/matches";
import { countPending, pendingFundingList } from "#lib/funding/list";
import { terms } from "#lib/funding/terms";
import { books } from "#lib/ledger/books";
import { handMoveList } from "#lib/ledger/hand-move-list";
import { paymentRules } from "#lib/payment/settings";
import { upstreamBalance } from "#lib/reconcile/upstream-balance";
import { requireAdminPage } from "#lib/web/actor";
import type { Query } from "../../ui/address.ts";
import { Card } from "../../ui/card.tsx";
import { Live } from "../../ui/live.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { DeskForm } from "../desk-form.tsx";
import { HistoryCard } from "../history-card.tsx";
import { SecondAdminNote } from "../second-admin.tsx";
import { saveTerms } from "./actions.ts";
import { BooksCard } from "./books-card.tsx";
import { FundingCard } from "./funding-card.tsx";
import { MovesTable } from "./moves-table.tsx";
import { PaymentRulesCard } from "./payment-rules-card.tsx";
import { WalletTabs } from "./tabs.tsx";

export const metadata: Metadata = { title: "Wallets" };

const HERE = "/admin/wallets";
const LATEST = 10;

/** All money: what resellers asked to have added, whether the books balance, what was moved by hand. */
export default async function WalletsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage();
  const [asked, waiting, sums, upstream, moves, { text, version }, records, second, online] =
    await Promise.all([
      pendingFundingList.page(ctx, await searchParams),
      countPending(ctx),
      books(ctx),
      upstreamBalance(ctx),
      handMoveList.page(ctx, {}, LATEST),
      terms(ctx),
      history(ctx, { subject: "funding", subjectId: "terms" }),
      secondAdmin(ctx),
      paymentRules(ctx),
    ]);
  const requests = asked.rows.map(({ id }) => id);
  const [{ money }, credited] = await Promise.all([suggestedMatches(ctx), creditedAlready(ctx, requests)]);
  return (
    <>
      <Live />
      <PageHeader
        title="Wallets"
        lead="To credit or debit one, open it from its reseller or from this page."
      />
      <WalletTabs here={HERE} />
      <SecondAdminNote second={second} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <div>
            <FundingCard requests={asked.rows} waiting={waiting} money={money} credited={credited} />
            <Pager here={HERE} page={asked} />
          </div>
          {moves.rows.length > 0 && (
            <section aria-labelledby="by-hand">
              <h2 id="by-hand" className="mb-3 flex items-baseline justify-between font-semibold text-base">
                Moved by hand
                <PageLink href={`${HERE}/moves`} className="font-medium text-accent text-sm">
                  See all
                </PageLink>
              </h2>
              <MovesTable moves={moves.rows} />
            </section>
          )}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <BooksCard books={sums} upstream={upstream} />
          <Card title="How resellers pay">
            <DeskForm needs="rules" id="terms" action={saveTerms} hidden={{ version }} submit="Save">
              <Textarea
                label="What they read"
                name="text"
                maxLength={1000}
                hint="Your bank, account number and name."
                defaultValue={text}
              />
            </DeskForm>
          </Card>
          {online.providers.length > 0 && <PaymentRulesCard rules={online} />}
          {records.length > 0 && <HistoryCard records={records} />}
        </div>
      </div>
    </>
  );
}
