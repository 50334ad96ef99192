import { HistoryCard } from "#app/admin/history";
import { NotesCard } from "#app/admin/notes-card";
import { loadReseller } from "#app/admin/resellers/load-reseller.ts";
import { ButtonLink } from "#app/ui/button-link";
import { Card } from "#app/ui/card";
import { CopyButton } from "#app/ui/copy-button";
import { DescriptionList } from "#app/ui/description-list";
import { LEVEL_LABELS } from "#app/ui/labels.ts";
import { ListRow, RowList } from "#app/ui/list/list-row";
import { Money } from "#app/ui/money";
import { LiveUpdates } from "#app/ui/page/live-updates";
import { PageHeader } from "#app/ui/page/page-header";
import { PageLink } from "#app/ui/page/page-link";
import { PermissionGate } from "#app/ui/page/permission-gate";
import { PurchaseStateBadge } from "#app/ui/purchase/purchase-state-badge";
import { ResellerStateBadge } from "#app/ui/reseller-state-badge";
import { Time, TimePhrase } from "#app/ui/time";
import { listResellerNotes } from "#lib/account/reseller/reseller-notes";
import { listResellerSessions } from "#lib/account/session/list-sessions";
import { listTokens } from "#lib/account/token/list-tokens";
import { getResellerTwoFactorSince } from "#lib/account/two-factor/two-factor-status";
import { getResellerHistory } from "#lib/audit/audit-history";
import { formatPlanName } from "#lib/catalogue/plan-label";
import { formatMoney } from "#lib/core/money/money";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import type { AdminPurchaseView } from "#lib/purchase/read/purchase-view";
import { requireAdminPage } from "#lib/request/actor";
import { addResellerMoney, type ResellerRow } from "#lib/reseller/reseller-list";
import { findShopOfReseller } from "#lib/shop/shop-view";
import { SessionsCard, TokensCard } from "./access-cards.tsx";
import { addResellerNoteAction } from "./actions.ts";
import { PairCard } from "./pair-card.tsx";
import { ResellerActions } from "./reseller-actions.tsx";

export const metadata = { title: "Reseller" };

export default async function ResellerPage({ params }: { params: Promise<{ id: string }> }) {
  const { ctx } = await requireAdminPage();
  const reseller = await loadReseller(ctx, (await params).id);
  const { id, name, email, level, state, createdAt, seenAt, passwordPending } = reseller;
  const owner = { resellerId: id };
  const [[line], recent, tokens, sessions, secondFactorSince, shop, notes] = await Promise.all([
    addResellerMoney(ctx, [reseller]),
    adminPurchaseList.page(ctx, { reseller: id }, 6),
    listTokens(ctx, owner),
    listResellerSessions(ctx, owner),
    getResellerTwoFactorSince(ctx, owner),
    findShopOfReseller(ctx, owner),
    listResellerNotes(ctx, owner),
  ]);
  const closed = state === "closed";
  return (
    <>
      <LiveUpdates />
      <PageHeader
        title={
          <>
            {name} <ResellerStateBadge state={state} />
          </>
        }
        lead={`${LEVEL_LABELS[level]}, ${email}`}
        back={{ href: "/admin/resellers", label: "Resellers" }}
      >
        {!closed && (
          <PermissionGate do="money">
            <ButtonLink href={`/admin/wallets/${id}#credit`} size="sm">
              Credit wallet
            </ButtonLink>
          </PermissionGate>
        )}
        <ButtonLink href={`/admin/purchases?reseller=${id}`} variant="secondary" size="sm">
          Purchases
        </ButtonLink>
        <PermissionGate do="resellers">
          <ResellerActions reseller={reseller} />
        </PermissionGate>
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-3">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {line && <MoneyCard {...line} />}
          <PairCard ctx={ctx} resellerId={id} />
          <Card title="About">
            <DescriptionList
              facts={[
                { label: "Email", value: email, action: <CopyButton text={email} what="email" /> },
                { label: "Added", value: <Time at={createdAt} /> },
                { label: "Last seen", value: seenAt ? <Time at={seenAt} /> : "Never" },
                { label: "Password", value: passwordPending ? "Not set yet" : "Set" },
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
          <NotesCard
            notes={notes}
            action={addResellerNoteAction}
            about={owner}
            label="New note"
            submit="Add note"
          />
          <HistoryCard records={getResellerHistory(ctx, owner)} />
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

function MoneyCard(reseller: ResellerRow) {
  const { id, wallet, held, today, month, dailyLimit, adminLowBalanceThreshold } = reseller;
  return (
    <Card
      title="Money"
      action={
        <ButtonLink href={`/admin/wallets/${id}`} variant="quiet" size="sm" className="-mr-3">
          Open wallet
        </ButtonLink>
      }
    >
      <p>
        <Money text={formatMoney(wallet)} size="xl" className={wallet < 0n ? "text-bad" : ""} />
      </p>
      <DescriptionList
        facts={[
          { label: "Held", value: formatMoney(held) },
          { label: "Spent today", value: formatMoney(today) },
          { label: "Spent in 30 days", value: formatMoney(month) },
          adminLowBalanceThreshold !== null && {
            label: "Low-wallet threshold",
            value: formatMoney(adminLowBalanceThreshold),
          },
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
      {purchases.length === 0 && <p className="p-4 text-muted md:px-5">No purchases yet.</p>}
      <RowList label="Purchases">
        {purchases.map(({ ident, phone, price, state, cancelled, placedAt, ...plan }) => (
          <ListRow
            key={ident}
            href={`/admin/purchases/${ident}`}
            title={phone}
            note={<TimePhrase before={`${formatPlanName(plan)}, `} at={placedAt} />}
            value={formatMoney(price)}
            state={<PurchaseStateBadge state={state} cancelled={cancelled} />}
          />
        ))}
      </RowList>
    </Card>
  );
}
