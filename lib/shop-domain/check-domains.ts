import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { shops } from "#db/schema/shop";
import { shopDomains } from "#db/schema/shop-domain";
import { type Ctx, requireSystem } from "#lib/core/context";
import type { Lane } from "#lib/core/lane/lane";
import { isNotPaused } from "#lib/core/lane/lane-record";
import { instant, int, readRow, readRows } from "#lib/core/read-rows";
import { createNotification } from "#lib/notification/create-notification";
import { recordShopAudit } from "#lib/shop/record-shop-audit";
import { areShopDomainsOn } from "./are-domains-on.ts";
import { type DomainRow, decideOpening, decideState, findRecordProblem } from "./decide-state.ts";
import { buildProofText, type DomainRecords, lookUpRecords } from "./look-up-records.ts";
import { type Opening, tryOpening } from "./open-domain.ts";

const SLOTS = 4;

const Claimed = z.object({ shopId: int });
type Claimed = z.output<typeof Claimed>;

/** Checks domains when they are due. No transaction is open while DNS servers and the domain are asked. */
export function createDomainLane(ctx: Ctx): Lane<Claimed> {
  requireSystem(ctx);
  return {
    name: "shop_domains",
    async claim(underWay) {
      if (!areShopDomainsOn()) return { items: await giveUpDomains(ctx) };
      const items = await readRows(ctx.db, Claimed)`
        update shop_domains
        set due_at = now() + interval '1 minute'
        where shop_id in (
          select shop_id from shop_domains
          where due_at <= now() and ${isNotPaused("shop_domains", sql`'domain ' || shop_id`)}
          order by due_at limit ${SLOTS - underWay.length}
          for update skip locked)
        returning shop_id`;
      return { items };
    },
    keyOf: ({ shopId }) => `domain ${shopId}`,
    handle: ({ shopId }) => checkDomain(ctx, shopId),
    deadlineMs: 50_000,
    everyMs: 10_000,
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

/**
 * Looks up a domain's records, and requests it where it was verified before; writes down the result. Background
 * work.
 */
export async function checkDomain(ctx: Ctx, shopId: number): Promise<void> {
  requireSystem(ctx);
  const [row] = await ctx.db.select().from(shopDomains).where(eq(shopDomains.shopId, shopId));
  if (!row) return;
  const records = await lookUpRecords(row.domain);
  // Before its verification is known to the servers, they would allow no certificate.
  const isToOpen = row.state === "verified" && !findRecordProblem(row, records);
  const opening = isToOpen ? await tryOpening(row.domain, records.addresses) : undefined;
  await inTransaction(ctx, (tx) => recordCheck(tx, row, records, opening));
}

/** Records a check, unless the domain was changed or removed meanwhile. */
async function recordCheck(
  tx: Ctx,
  { shopId, token }: DomainRow,
  records: DomainRecords,
  opening: Opening | undefined,
): Promise<void> {
  const [row] = await tx.db
    .select()
    .from(shopDomains)
    .where(and(eq(shopDomains.shopId, shopId), eq(shopDomains.token, token)))
    .for("update");
  if (!row) return;
  const at = await readTime(tx);
  const decided = { detail: null, openedAt: row.openedAt, ...decideState(row, records, at) };
  const isTaken = decided.state === "verified" && !(await releaseDomain(tx, row, records));
  const isNew = decided.state === "verified" && row.state !== "verified" && !isTaken;
  const { nextInMin, ...change } = isTaken
    ? ({ ...decided, state: row.state, problem: "taken", nextInMin: 6 * 60 } as const)
    : { ...decided, ...(opening && row.state === "verified" && decideOpening(row, opening, at)) };
  await tx.db
    .update(shopDomains)
    .set({
      ...change,
      addresses: records.portalAddresses,
      checkedAt: sql`now()`,
      dueAt: sql`now() + make_interval(secs => ${nextInMin * 60})`,
      ...(isNew && { verifiedAt: sql`now()`, openedAt: null }),
    })
    .where(eq(shopDomains.shopId, shopId));
  if (change.state !== row.state) await announce(tx, row, change.state);
  else if (change.state === "verified" && !row.openedAt !== !change.openedAt)
    await announce(tx, row, change.openedAt ? "opened" : "failed");
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

/** The new state of a domain, or the change whether it opens. */
type DomainEvent = DomainRow["state"] | "opened" | "failed";

/** The words for its owner, by the event; a verified domain is announced once it opens. */
const NOTIFICATIONS: Partial<Record<DomainEvent, { title: (domain: string) => string; text: string }>> = {
  opened: {
    title: (domain) => `Your shop is at ${domain}`,
    text: "Links, QR codes and messages use your domain from now on.",
  },
  failed: {
    title: (domain) => `${domain} no longer opens`,
    text: "It hasn’t opened for a day. Links use the portal’s address until it opens again.",
  },
  lost: {
    title: (domain) => `${domain} no longer leads to your shop`,
    text: "Its DNS records are missing or changed. Links use the portal’s address until you restore them.",
  },
};

/** Records an event and notifies the owner of it. */
async function announce(tx: Ctx, { shopId, domain, state }: DomainRow, event: DomainEvent) {
  const [shop] = await tx.db.select().from(shops).where(eq(shops.id, shopId));
  if (!shop) return;
  await recordShopAudit(tx, shop.resellerId, shop.slug, {
    action: `shop_domain.${event}`,
    before: { domain, state },
    after: { domain, state: event === "opened" || event === "failed" ? state : event },
  });
  const words = NOTIFICATIONS[event];
  if (!words) return;
  await createNotification(tx, {
    to: shop.resellerId,
    event: "shop_domain",
    key: `${domain} ${event} ${(await readTime(tx)).toISOString()}`,
    title: words.title(domain),
    text: words.text,
    path: "/shop/domain",
  });
}

async function readTime({ db }: Ctx): Promise<Date> {
  const { now } = await readRow(db, z.object({ now: instant }))`select now()`;
  return now;
}
