import type { Metadata } from "next";
import Link from "next/link";
import { listNotes } from "#lib/account/reseller/notes";
import { listSessionsOf } from "#lib/account/session/list";
import { listTokens } from "#lib/account/token/list";
import { resellerHistory } from "#lib/audit/history";
import { adminList } from "#lib/purchase/read/admin-list";
import { withMoney } from "#lib/reseller/list";
import { shopOf } from "#lib/shop/shop-of";
import { requireAdminPage } from "#lib/web/actor";
import { Card } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { LEVEL_WORDS } from "../../../ui/level-words.ts";
import { Live } from "../../../ui/live.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { ResellerState } from "../../../ui/reseller-state.tsx";
import { Time } from "../../../ui/time.tsx";
import { HistoryCard } from "../../history-card.tsx";
import { findById } from "../find-by-id.ts";
import { SessionsCard, TokensCard } from "./access-cards.tsx";
import { Acts } from "./acts.tsx";
import { MoneyCard } from "./money-card.tsx";
import { NotesCard } from "./notes-card.tsx";
import { RecentCard } from "./recent-card.tsx";

export const metadata: Metadata = { title: "Reseller" };

/** Everything about one reseller, and what can be done. */
export default async function ResellerPage({ params }: { params: Promise<{ id: string }> }) {
  const { ctx } = await requireAdminPage();
  const reseller = await findById(ctx, (await params).id);
  const { id, name, email, level, state, createdAt, seenAt, passwordPending } = reseller;
  const whose = { resellerId: id };
  const [[line], recent, tokens, sessions, shop, notes, records] = await Promise.all([
    withMoney(ctx, [reseller]),
    adminList(ctx, { reseller: id }, 6),
    listTokens(ctx, whose),
    listSessionsOf(ctx, whose),
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
        <Acts reseller={reseller} />
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
          <SessionsCard resellerId={id} sessions={sessions} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          <NotesCard resellerId={id} notes={notes} />
          <HistoryCard records={records} />
        </div>
      </div>
    </>
  );
}

function ShopLink({ slug, name, state }: { slug: string; name: string; state: string }) {
  if (state === "closed") return `${name} (closed)`;
  return (
    <Link href={`/s/${slug}`} className="underline underline-offset-4">
      {name}
    </Link>
  );
}
