import { and, eq, ne, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { shopDomains } from "#db/schema/shop-domain";
import { type Ctx, requireSystem } from "#lib/core/context";
import type { Lane } from "#lib/core/lane/lane";
import { isNotPaused } from "#lib/core/lane/lane-record";
import { createNotification } from "#lib/notification/create-notification";
import { recordShopAudit } from "#lib/shop/record-shop-audit";
import { areShopDomainsOn } from "./are-domains-on.ts";
import { type DomainRow, decideState } from "./decide-state.ts";
import { buildProofText, type DomainRecords, lookUpRecords } from "./look-up-records.ts";

const SLOTS = 4;

type Claimed = { shop_id: string };

/** Checks the records of domains when they are due. No transaction is open while DNS servers are queried. */
export function createDomainLane(ctx: Ctx): Lane<Claimed> {
  requireSystem(ctx);
  return {
    name: "shop_domains",
    async claim(underWay) {
      if (!areShopDomainsOn()) return { items: await giveUpDomains(ctx) };
      const items = await ctx.db.execute<Claimed>(sql`
        update shop_domains
        set due_at = now() + interval '1 minute'
        where shop_id in (
          select shop_id from shop_domains
          where due_at <= now() and ${isNotPaused("shop_domains", sql`'domain ' || shop_id`)}
          order by due_at limit ${SLOTS - underWay.length}
          for update skip locked)
        returning shop_id`);
      return { items };
    },
    keyOf: ({ shop_id }) => `domain ${shop_id}`,
    handle: ({ shop_id }) => checkDomain(ctx, Number(shop_id)),
    deadlineMs: 20_000,
    everyMs: 30_000,
  };
}

/** Where the operator turned domains off, links lead to the portal again. */
async function giveUpDomains(ctx: Ctx): Promise<[]> {
  await ctx.db.execute(sql`
    update shop_domains
    set
      state = case when state = 'verified' then 'lost' else state end, problem = 'off', failing_since = null,
      due_at = now() + interval '1 hour'
    where state = 'verified' or due_at <= now()`);
  return [];
}

/** Looks up a domain's records and writes down the result. Background work. */
export async function checkDomain(ctx: Ctx, shopId: number): Promise<void> {
  requireSystem(ctx);
  const [row] = await ctx.db.select().from(shopDomains).where(eq(shopDomains.shopId, shopId));
  if (!row) return;
  const records = await lookUpRecords(row.domain);
  await inTransaction(ctx, (tx) => recordCheck(tx, row, records));
}

/** Records a check, unless the domain was changed or removed meanwhile. */
async function recordCheck(tx: Ctx, { shopId, token }: DomainRow, records: DomainRecords): Promise<void> {
  const [row] = await tx.db
    .select()
    .from(shopDomains)
    .where(and(eq(shopDomains.shopId, shopId), eq(shopDomains.token, token)))
    .for("update");
  if (!row) return;
  const { nextInMin, ...decided } = decideState(row, records, await readTime(tx));
  const isTaken = decided.state === "verified" && !(await releaseDomain(tx, row, records));
  const change = isTaken ? ({ state: row.state, problem: "taken", failingSince: null } as const) : decided;
  const isNew = change.state === "verified" && row.state !== "verified";
  await tx.db
    .update(shopDomains)
    .set({
      ...change,
      addresses: records.portalAddresses,
      checkedAt: sql`now()`,
      dueAt: sql`now() + make_interval(mins => ${nextInMin})`,
      ...(isNew && { verifiedAt: sql`now()` }),
    })
    .where(eq(shopDomains.shopId, shopId));
  if (change.state !== row.state) await announce(tx, row, change.state);
  await tx.db.execute(sql`
    select pg_notify('wallet', reseller_id::text) from shops where id = ${shopId}`);
}

/**
 * Takes the domain from the shop that had proven it, once the proof of that is gone: the DNS decides.
 * @returns whether no other shop has it.
 */
async function releaseDomain(tx: Ctx, { shopId, domain }: DomainRow, records: DomainRecords) {
  const [holder] = await tx.db
    .select()
    .from(shopDomains)
    .where(
      and(eq(shopDomains.domain, domain), eq(shopDomains.state, "verified"), ne(shopDomains.shopId, shopId)),
    )
    .for("update");
  if (!holder) return true;
  if (records.proofs.includes(buildProofText(holder.token))) return false;
  await tx.db
    .update(shopDomains)
    .set({ state: "lost", problem: "proof", failingSince: null })
    .where(eq(shopDomains.shopId, holder.shopId));
  await announce(tx, holder, "lost");
  return true;
}

/** Records a change of state and notifies the owner of it. */
async function announce(tx: Ctx, { shopId, domain, state: before }: DomainRow, state: DomainRow["state"]) {
  const [shop] = await tx.db.select().from(shops).where(eq(shops.id, shopId));
  if (!shop) return;
  await recordShopAudit(tx, shop.resellerId, shop.slug, {
    action: `shop_domain.${state}`,
    before: { domain, state: before },
    after: { domain, state },
  });
  const isVerified = state === "verified";
  await createNotification(tx, {
    to: shop.resellerId,
    event: "shop_domain",
    key: `${domain} ${state} ${(await readTime(tx)).toISOString()}`,
    title: isVerified ? `Your shop is at ${domain}` : `${domain} no longer leads to your shop`,
    text: isVerified
      ? "Links, QR codes and messages use your domain from now on."
      : "Its DNS records are missing or changed. Links use the portal’s address until you restore them.",
    path: "/shop/domain",
  });
}

async function readTime({ db }: Ctx): Promise<Date> {
  const [row] = await db.execute<{ ms: string }>(
    sql`select (extract(epoch from now()) * 1000)::bigint as ms`,
  );
  return new Date(Number(row?.ms));
}
