import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { listen } from "#db/listen";
import { openTestProxy } from "#db/testing/test-proxy";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { checkPurchases } from "#lib/sales/check-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { runDispatcher } from "./dispatcher.ts";

/** The fate of the next reply to a claim: only these replies of the claiming connection contain an ident. */
let nextReply: true | false | "silence" = true;
const at = await openScene();
const buyer = await at.reseller();

const door = await openTestProxy(at.url, (side, bytes) => {
  if (side === "client" || !bytes.includes("DT")) return true;
  const fate = nextReply;
  nextReply = true;
  return fate;
});
const loop = runDispatcher(at.system, door.url);
const stop = await listen("purchase", () => loop.wake());
// Its first replies aren't those of a claim.
await vi.waitUntil(async () => {
  const connected = sql`select from pg_stat_activity where application_name like 'portal-claims%'`;
  return (await at.system.db.execute(connected)).length === 1;
}, TEST_TIMEOUT_MS);
afterEach(async () => {
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});
afterAll(async () => {
  stop();
  await loop.stop();
  door.close();
});

let refs = 0;
async function buy(): Promise<string> {
  refs += 1;
  const input = {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "web" as const,
    again: true,
    ...at.offered(),
  };
  return (await placePurchase(buyer.ctx, input)).purchase.ident;
}

test.each([
  ["cut", false],
  ["never arrives, on a line that stays half open", "silence"],
] as const)(
  "marks a committed claim with a %s reply unconfirmed soon, sends it never, and serves the next buyer",
  async (_, fate) => {
    nextReply = fate;
    const lost = await buy();
    expect(await waitUntilSettled(buyer.ctx, lost, 15_000)).toMatchObject({ state: "unconfirmed" });
    expect((await at.sandbox.purchases()).filter(({ ref }) => ref === lost)).toEqual([]);
    const next = await buy();
    expect(await waitUntilSettled(buyer.ctx, next, 15_000)).toMatchObject({ state: "successful" });
  },
);
