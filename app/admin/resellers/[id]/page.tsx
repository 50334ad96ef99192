import type { Metadata } from "next";
import { listNotes } from "#lib/account/reseller/notes";
import { listSessionsOf } from "#lib/account/session/list";
import { listTokens } from "#lib/account/token/list";
import { twoFactorOf } from "#lib/account/two-factor/state";
import { resellerHistory } from "#lib/audit/history";
import { formatMoney } from "#lib/core/money";
import { purchaseList } from "#lib/purchase/read/admin-list";
import type { AdminPurchaseView } from "#lib/purchase/read/view";
import { type ResellerLine, withMoney } from "#lib/reseller/list";
import { shopOf } from "#lib/shop/shop-view";
import { requireAdminPage } from "#lib/web/actor";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Live } from "../../../ui/live.tsx";
import { May } from "../../../ui/may.tsx";
import { Money } from "../../../ui/money.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PageLink } from "../../../ui/page-link.tsx";
import { ResellerState } from "../../../ui/reseller-state.tsx";
import { List, Row } from "../../../ui/row.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Time } from "../../../ui/time.tsx";
import { LEVEL_WORDS } from "../../../ui/words.ts";
import { HistoryCard } from "../../history-card.tsx";
import { NotesCard } from "../../notes-card.tsx";
import { findById } from "../find-by-id.ts";
import { SessionsCard, TokensCard } from "./access-cards.tsx";
import { note } from "./actions.ts";
import { Acts } from "./acts.tsx";

export const metadata: Metadata = { title: "Reseller" };

/** Everything about one reseller, and what can be done. */
export default async function ResellerPage({ params }: { params: Promise<{ id: string }> }) {
  const { ctx } = await requireAdminPage();
  const reseller = await findById(ctx, (await params).id);
  const { id, name, email, level, state, createdAt, seenAt, passwordPending } = reseller;
  const whose = { resellerId: id };
  const [[line], recent, tokens, sessions, secondFactorSince, shop, notes, records] = await Promise.all([
    withMoney(ctx, [reseller]),
    purchaseList.page(ctx, { reseller: id }, 6),
    listTokens(ctx, whose),
    listSessionsOf(ctx, whose),
    twoFactorOf(ctx, whose),
    shopOf(ctx, whose),
    listNotes(ctx, whose),
    resellerHistory(ctx, whose),
  ]);
  const closed = state === "closed";
  return (
    <>
      <Live />
      <PageHeader
        title={
          <>
            {name} <ResellerState state={state} />
          </>
        }
        lead={`${LEVEL_WORDS[level]}, ${email}`}
        back={{ href: "/admin/resellers", label: "Resellers" }}
      >
        <May do="resellers">
          <Acts reseller={reseller} />
        </May>
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-3">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {line && <MoneyCard line={line} />}
          <Card title="About">
            <Facts
              facts={[
                { label: "E-mail", value: email, action: <CopyButton text={email} what="e-mail" /> },
                { label: "Since", value: <Time at={createdAt} /> },
                { label: "Last seen", value: seenAt ? <Time at={seenAt} /> : "Never" },
                { label: "Password", value: passwordPending ? "Not chosen yet" : "Chosen" },
                { label: "Shop", value: shop ? <ShopLink {...shop} /> : "None" },
              ]}
            />
          </Card>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <RecentCard resellerId={id} purchases={recent.rows} />
          <TokensCard resellerId={id} closed={closed} tokens={tokens} />
          <SessionsCard resellerId={id} sessions={sessions} secondFactorSince={secondFactorSince} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <NotesCard notes={notes} action={note} about={whose} label="A note" submit="Keep it" />
          <HistoryCard records={records} />
        </div>
      </div>
    </>
  );
}

function ShopLink({ slug, name, state }: { slug: string; name: string; state: string }) {
  if (state === "closed") return `${name} (closed)`;
  return (
    <PageLink href={`/s/${slug}`} className="underline underline-offset-4">
      {name}
    </PageLink>
  );
}

/** A reseller's money, and the way to their statement. */
function MoneyCard({
  line: { id, wallet, held, today, month, dailyLimit, deskLowBelow },
}: {
  line: ResellerLine;
}) {
  return (
    <Card
      title="Money"
      action={
        <ButtonLink href={`/admin/wallets/${id}`} variant="quiet" size="sm" className="-mr-3">
          Statement, credit, debit
        </ButtonLink>
      }
    >
      <p>
        <Money text={formatMoney(wallet)} size="xl" className={wallet < 0n ? "text-bad" : ""} />
      </p>
      <Facts
        facts={[
          { label: "Held", value: formatMoney(held) },
          { label: "Bought today", value: formatMoney(today) },
          { label: "Bought in 30 days", value: formatMoney(month) },
          ...(deskLowBelow === null ? [] : [{ label: "Low below", value: formatMoney(deskLowBelow) }]),
          { label: "Daily limit", value: dailyLimit === null ? "None" : formatMoney(dailyLimit) },
        ]}
      />
    </Card>
  );
}

interface Props {
  resellerId: number;
  purchases: readonly AdminPurchaseView[];
}

/** What a reseller bought last. */
function RecentCard({ resellerId, purchases }: Props) {
  return (
    <Card
      title="Purchases"
      padded={false}
      action={
        <ButtonLink
          href={`/admin/purchases?reseller=${resellerId}`}
          variant="quiet"
          size="sm"
          className="-mr-3"
        >
          All
        </ButtonLink>
      }
    >
      {purchases.length === 0 && <p className="p-4 text-muted md:px-5">Nothing was bought yet.</p>}
      <List label="Purchases">
        {purchases.map(({ ident, phone, networkName, size, volume, price, state, cancelled, placedAt }) => (
          <Row
            key={ident}
            href={`/admin/purchases/${ident}`}
            title={phone}
            note={
              <>
                {networkName} {size} {volume}, <Time at={placedAt} />
              </>
            }
            value={formatMoney(price)}
            state={<StateBadge state={state} cancelled={cancelled} />}
          />
        ))}
      </List>
    </Card>
  );
}
