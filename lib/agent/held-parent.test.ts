import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import type { Claim } from "#lib/dispatch/claim-purchase";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { recordResponse } from "#lib/dispatch/record-response";
import { claimNext } from "#lib/dispatch/testing/claim-next";
import { getBalance } from "#lib/ledger/wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import { makeAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const CONNECTIONS = 3;

/** Creates a parent whose agents pay more, and the buying by one. */
async function openFamily() {
  await turnAgentsOn(at.system);
  const parent = await at.reseller("top_user");
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  const createAgent = async () => makeAgent(at, parent.id, (await at.reseller("smart_earner")).id);
  return { parent, createAgent };
}

async function buy(ctx: Ctx): Promise<string> {
  const { planId, networkId } = at.offered(0, "top_user");
  const order = { planId, networkId, phone: "08031234567", channel: "web", again: true } as const;
  return (await placePurchase(ctx, { ...order, ref: randomUUID() })).purchase.ident;
}

const lockWallet = (resellerId: number) =>
  holdTransaction(at.system.db, sql`select from wallets where reseller_id = ${resellerId} for no key update`);

test("a parent's wallet that is locked keeps the connections of the settlements of no one else", async () => {
  const { parent, createAgent } = await openFamily();
  const agents = [];
  for (let n = 0; n < 2 * CONNECTIONS; n++) agents.push(await createAgent());
  const release = await lockWallet(parent.id);
  // Without the time-out, after which others would have a chance.
  const pool = connect(at.url, CONNECTIONS, { connection: { lock_timeout: 0 } });
  const dispatcher = runDispatcher({ ...at.system, db: pool.db });
  onTestFinished(async () => {
    await release();
    await dispatcher.stop();
    await pool.close();
  });
  const held = await Promise.all(agents.map(buy));
  const sent = async () => (await at.sandbox.purchases()).length;
  await expect.poll(sent).toBe(agents.length);
  const { ctx } = await at.reseller();
  expect((await waitUntilSettled(ctx, await buy(ctx), TEST_TIMEOUT_MS)).state).toBe("successful");
  await release();
  for (const [n, ident] of held.entries()) {
    const agent = agents[n];
    if (agent) expect((await waitUntilSettled(agent, ident, TEST_TIMEOUT_MS)).state).toBe("successful");
  }
  expect((await getBalance(parent.ctx)).wallet).toBe(10_000_000n + 1_000n * BigInt(agents.length));
});

test("what earns no commission is recorded while the parent's wallet is locked", async () => {
  const { parent, createAgent } = await openFamily();
  const claimOfAgent = async () => {
    await buy(await createAgent());
    const claim = await claimNext(at.system, 1);
    if (!claim) throw new Error("Nothing was claimed.");
    return claim;
  };
  const claims = [await claimOfAgent(), await claimOfAgent(), await claimOfAgent()] as const;
  const release = await lockWallet(parent.id);
  onTestFinished(release);
  const recorded: string[] = [];
  const record = async (claim: Claim, response: PurchaseResponse) => {
    await recordResponse(at.system, claim, response);
    recorded.push(response.result);
  };
  const all = [
    record(claims[0], { result: "successful", note: "200 successful" }),
    record(claims[1], { result: "failed", note: "422 failed" }),
    record(claims[2], { result: "unconfirmed", note: "time-out" }),
  ];
  await expect.poll(() => recorded.toSorted()).toEqual(["failed", "unconfirmed"]);
  await release();
  await Promise.all(all);
  expect(recorded).toContain("successful");
});
