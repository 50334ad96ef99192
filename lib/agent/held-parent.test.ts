import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#db/client";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { getBalance } from "#lib/ledger/wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { openScene } from "#lib/testing/open-scene";
import { makeAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const CONNECTIONS = 3;

test("a parent's wallet that is locked keeps the connections of the settlements of no one else", async () => {
  await turnAgentsOn(at.system);
  const parent = await at.reseller("top_user");
  await saveMarkup(parent.ctx, { kind: "flat", value: "10", audience: "agents" });
  const { planId, networkId } = at.offered(0, "top_user");
  const buy = async (ctx: typeof parent.ctx) => {
    const order = { planId, networkId, phone: "08031234567", channel: "web", again: true } as const;
    return (await placePurchase(ctx, { ...order, ref: randomUUID() })).purchase.ident;
  };
  const agents = [];
  for (let n = 0; n < 2 * CONNECTIONS; n++) {
    const { id } = await at.reseller("smart_earner");
    agents.push(await makeAgent(at, parent.id, id));
  }
  const wallet = sql`select from wallets where reseller_id = ${parent.id} for no key update`;
  const release = await holdTransaction(at.system.db, wallet);
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
