import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { expect, test } from "vitest";
import { type Ctx, type Db, requireReseller } from "#lib/core/context";
import { getWallet } from "#lib/ledger/wallet";
import { modules } from "#lib/modules";
import { insertBundle } from "#lib/regular/testing/insert-bundle";
import { openScene } from "#lib/testing/open-scene";
import { createPageFrameReader } from "./home/page-frame.ts";
import { getResellerBuy } from "./home/reseller-buy.ts";
import { getResellerHome } from "./home/reseller-home.ts";
import { estimateRemainingPurchases } from "./purchase/read/remaining-purchases.ts";
import { sumPurchases } from "./sales/purchase-sums.ts";

const at = await openScene();
const getPageFrame = createPageFrameReader(modules);

/** Asks what a page asks for a reseller with some purchases, on one connection, until its statements are settled. */
async function viewOften(view: (ctx: Ctx) => Promise<unknown>) {
  const { id, ctx } = await at.reseller();
  const { planId, networkId } = at.offered();
  for (let n = 0; n < 9; n++)
    await insertBundle(at.system, {
      resellerId: id,
      phone: `+234803400001${n}`,
      planId,
      networkId,
      hoursAgo: n * 24,
    });
  let sent: string[] = [];
  const sql = postgres(at.url, { max: 1, fetch_types: false });
  const logger = { logQuery: (query: string) => void sent.push(query) };
  const spied = { ...ctx, db: drizzle(sql, { logger }) as unknown as Db };
  for (let n = 0; n < 7; n++) await view(spied);
  sent = [];
  await view(spied);
  const planned = await sql<{ statement: string; generic: number }[]>`
    select statement, generic_plans::integer as generic from pg_prepared_statements`;
  await sql.end();
  const isSettled = (query: string) =>
    planned.some(({ statement, generic }) => statement === query && generic > 0);
  return { count: new Set(sent).size, plannedAgain: sent.filter((query) => !isSettled(query)) };
}

test("views of home send few statements, none of which is planned again", async () => {
  const { count, plannedAgain } = await viewOften(async (ctx) => {
    await Promise.all([getPageFrame(ctx), getResellerHome(ctx)]);
  });
  expect(plannedAgain).toEqual([]);
  // The session is the third.
  expect(count).toBe(2);
});

test("views of Buy send few statements, none of which is planned again", async () => {
  const { count, plannedAgain } = await viewOften(async (ctx) => {
    await Promise.all([getPageFrame(ctx), getResellerBuy(ctx)]);
  });
  expect(plannedAgain).toEqual([]);
  expect(count).toBe(2);
});

test("views of the wallet plan none of these statements again", async () => {
  const { plannedAgain } = await viewOften(async (ctx) => {
    await getPageFrame(ctx);
    await getWallet(ctx);
    await estimateRemainingPurchases(ctx);
    await sumPurchases(ctx, { resellerIds: [requireReseller(ctx).id] });
  });
  expect(plannedAgain).toEqual([]);
});
