import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { audit } from "#db/schema/audit";
import { shopDomains } from "#db/schema/shop-domain";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, invalidError, notFoundError } from "#lib/core/error";
import { recordShopAudit } from "#lib/shop/record-shop-audit";
import { getOwnShop } from "#lib/shop/shop-view";
import { areShopDomainsOn } from "./are-domains-on.ts";
import type { DomainRow } from "./decide-state.ts";
import { DomainName, getPortalHost } from "./domain-name.ts";
import { buildProofName, buildProofText } from "./look-up-records.ts";

/** Each costs questions to DNS servers for weeks. */
const MAX_CHANGES_PER_DAY = 10;
/** DNS servers remember an answer for longer. */
const RECHECK_PAUSE = sql`interval '10 seconds'`;

export interface ShopDomainView extends Pick<DomainRow, "domain" | "problem" | "detail"> {
  /** `opening` is verified, and isn't used in links before it opens. */
  state: DomainRow["state"] | "opening";
  checkedAt: Date | null;
  /** A check is due or under way. */
  checking: boolean;
  proof: { name: string; value: string };
  /** The portal's host name for a CNAME record, and its addresses for A and AAAA records. */
  target: { host: string; addresses: string[] };
}

/** Returns the domain of the acting reseller's shop; undefined without one, and while domains are off. */
export async function getShopDomain(ctx: Ctx): Promise<ShopDomainView | undefined> {
  const { id } = requireReseller(ctx);
  if (!areShopDomainsOn()) return undefined;
  const [row] = await ctx.db
    .select()
    .from(shopDomains)
    .where(sql`${shopDomains.shopId} = (select id from shops where reseller_id = ${id})`);
  return row && toShopDomainView(row);
}

export const SetShopDomainInput = z.object({ domain: DomainName });
export type SetShopDomainInput = z.input<typeof SetShopDomainInput>;

/**
 * Claims a domain for the acting reseller's shop, instead of the one before. It counts once its records
 * prove that the reseller controls it. Needs the password.
 * @throws not_found while domains are off, conflict after too many changes
 */
export async function setShopDomain(ctx: Ctx, input: SetShopDomainInput): Promise<void> {
  const { id } = requireReseller(ctx);
  requireDomainsOn();
  const { domain } = SetShopDomainInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    const [before] = await tx.db
      .select()
      .from(shopDomains)
      .where(eq(shopDomains.shopId, shop.id))
      .for("update");
    if (before?.domain === domain) return;
    await requireConfirmation(tx);
    await requireFewChanges(tx, id);
    await tx.db.delete(shopDomains).where(eq(shopDomains.shopId, shop.id));
    await tx.db
      .insert(shopDomains)
      .values({ shopId: shop.id, domain, token: randomBytes(12).toString("hex") });
    await recordShopAudit(tx, id, shop.slug, {
      action: "shop_domain.saved",
      before: { domain: before?.domain ?? null },
      after: { domain },
    });
    await wakeLane(tx);
  });
}

async function requireFewChanges(tx: Ctx, resellerId: number): Promise<void> {
  const [row] = await tx.db
    .select({ changes: sql<number>`count(*)::integer` })
    .from(audit)
    .where(
      sql`${audit.resellerId} = ${resellerId} and ${audit.action} = 'shop_domain.saved'
        and ${audit.at} > now() - interval '1 day'`,
    );
  if (row && row.changes >= MAX_CHANGES_PER_DAY)
    throw invalidError("domain", "You changed it too often today. Nothing was saved. Try again tomorrow.");
}

/**
 * Checks the records of the acting reseller's domain now. @throws not_found without one, conflict just after
 * a check
 */
export async function recheckShopDomain(ctx: Ctx): Promise<void> {
  requireReseller(ctx);
  requireDomainsOn();
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    const [row] = await tx.db.select().from(shopDomains).where(eq(shopDomains.shopId, shop.id));
    if (!row) throw notFoundError("domain");
    const [due] = await tx.db
      .update(shopDomains)
      .set({ dueAt: sql`now()` })
      .where(
        sql`${shopDomains.shopId} = ${shop.id}
          and coalesce(${shopDomains.checkedAt} < now() - ${RECHECK_PAUSE}, true)`,
      )
      .returning();
    if (!due) throw conflictError("It was checked a moment ago. Wait ten seconds, and check it again.");
    await wakeLane(tx);
  });
}

/**
 * Removes the domain of the acting reseller's shop, which is at the portal's address again. Needs the
 * password.
 */
export async function removeShopDomain(ctx: Ctx): Promise<void> {
  const { id } = requireReseller(ctx);
  await inTransaction(ctx, async (tx) => {
    const shop = await getOwnShop(tx);
    await requireConfirmation(tx);
    const [row] = await tx.db.delete(shopDomains).where(eq(shopDomains.shopId, shop.id)).returning();
    if (!row) throw notFoundError("domain");
    await recordShopAudit(tx, id, shop.slug, {
      action: "shop_domain.removed",
      before: { domain: row.domain, state: row.state },
    });
  });
}

function requireDomainsOn(): void {
  if (!areShopDomainsOn()) throw notFoundError("domain");
}

const wakeLane = (tx: Ctx) => tx.db.execute(sql`select pg_notify('lane', 'shop_domains')`);

function toShopDomainView({
  domain,
  state,
  problem,
  detail,
  openedAt,
  token,
  addresses,
  checkedAt,
  dueAt,
}: DomainRow): ShopDomainView {
  return {
    domain,
    state: state === "verified" && !openedAt ? "opening" : state,
    problem,
    detail,
    checkedAt,
    checking: dueAt.getTime() <= Date.now() + CLAIM_MS,
    proof: { name: buildProofName(domain), value: buildProofText(token) },
    target: { host: getPortalHost(), addresses },
  };
}

/** The lane postpones what it checks by a minute; no check follows another as soon. */
const CLAIM_MS = 65_000;
