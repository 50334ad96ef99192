import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { checkPurchases } from "#lib/sales/check-purchases";
import { walletStatement } from "#lib/sales/wallet-statement";
import { openScene } from "#lib/testing/open-scene";
import { acceptRequest, declineRequest, listAgentTransfers, withdrawRequest } from "./answer-request.ts";
import { getRequestableAmount, requestMoney, sendToAgent } from "./send-money.ts";
import { makeAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
let parent: { id: number; ctx: Ctx };
let agent: { id: number; ctx: Ctx };
let stranger: { id: number; ctx: Ctx };
let pairId: number;

beforeAll(() => turnAgentsOn(system));
beforeEach(async () => {
  [parent, agent, stranger] = [
    await at.reseller("top_user", 100_000n),
    await at.reseller("smart_earner", 100_000n),
    await at.reseller("top_user", 100_000n),
  ];
  agent.ctx = await makeAgent(at, parent.id, agent.id);
  const [pair] = await system.db.execute(sql`select id from agents where agent_id = ${agent.id}`);
  pairId = Number(pair?.id);
});

const balances = async () => [(await getBalance(parent.ctx)).wallet, (await getBalance(agent.ctx)).wallet];

test("sends once for a form, also sent ten times at once, and names the other in both statements", async () => {
  const form = { pairId, amount: "300", ref: "form-1" };
  await Promise.all(Array.from({ length: 10 }, () => sendToAgent(parent.ctx, form)));
  expect(await balances()).toEqual([70_000n, 130_000n]);
  const [sent] = (await walletStatement().page(parent.ctx, {}, 10)).rows;
  expect(sent).toMatchObject({ kind: "send", amount: -30_000n, other: await nameOf(agent.id) });
  const [received] = (await walletStatement().page(agent.ctx, {}, 10)).rows;
  expect(received).toMatchObject({
    kind: "receive",
    amount: 30_000n,
    other: await nameOf(parent.id),
  });
  await expect(sendToAgent(parent.ctx, { ...form, amount: "301" })).rejects.toMatchObject({
    code: "ref_reused",
  });
  expect((await checkPurchases(system)).findings).toEqual([]);
});

const nameOf = async (id: number) =>
  (await system.db.execute(sql`select name from accounts where id = ${id}`))[0]?.name;

test("never sends more than the wallet has, nor another's money, nor to another's agent", async () => {
  await expect(sendToAgent(parent.ctx, { pairId, amount: "1000.01", ref: "a" })).rejects.toMatchObject({
    code: "insufficient_funds",
    facts: { missing: 1n },
  });
  for (const ctx of [stranger.ctx, agent.ctx])
    await expect(sendToAgent(ctx, { pairId, amount: "1", ref: "b" })).rejects.toMatchObject({
      code: "not_found",
    });
  expect(await balances()).toEqual([100_000n, 100_000n]);
});

test("returns money only as the agent agrees, once, and no more than was sent", async () => {
  expect(await getRequestableAmount(parent.ctx, { pairId })).toBe(0n);
  await sendToAgent(parent.ctx, { pairId, amount: "300", ref: "sent" });
  expect(await getRequestableAmount(parent.ctx, { pairId })).toBe(30_000n);
  for (const ctx of [agent.ctx, stranger.ctx])
    await expect(getRequestableAmount(ctx, { pairId })).rejects.toMatchObject({ code: "not_found" });
  await expect(requestMoney(parent.ctx, { pairId, amount: "301", ref: "x" })).rejects.toMatchObject({
    code: "invalid",
  });
  const { id } = await requestMoney(parent.ctx, { pairId, amount: "200", ref: "asked" });
  expect(await getRequestableAmount(parent.ctx, { pairId })).toBe(10_000n);
  await expect(requestMoney(parent.ctx, { pairId, amount: "101", ref: "y" })).rejects.toMatchObject({
    code: "invalid",
  });
  expect(await balances()).toEqual([70_000n, 130_000n]);
  for (const ctx of [parent.ctx, stranger.ctx])
    await expect(acceptRequest(ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  await Promise.all([acceptRequest(agent.ctx, { id }), acceptRequest(agent.ctx, { id })]);
  expect(await balances()).toEqual([90_000n, 110_000n]);
  await expect(declineRequest(agent.ctx, { id })).rejects.toMatchObject({ code: "conflict" });
  expect((await checkPurchases(system)).findings).toEqual([]);
});

test("moves nothing by a request that was declined or withdrawn", async () => {
  await sendToAgent(parent.ctx, { pairId, amount: "300", ref: "sent" });
  const declined = await requestMoney(parent.ctx, { pairId, amount: "300", ref: "1" });
  await declineRequest(agent.ctx, declined);
  const withdrawn = await requestMoney(parent.ctx, { pairId, amount: "300", ref: "2" });
  await withdrawRequest(parent.ctx, withdrawn);
  for (const request of [declined, withdrawn])
    await expect(acceptRequest(agent.ctx, request)).rejects.toMatchObject({ code: "conflict" });
  expect((await listAgentTransfers(agent.ctx)).map(({ state, amount }) => [state, amount])).toEqual([
    ["withdrawn", -30_000n],
    ["declined", -30_000n],
    ["sent", 30_000n],
  ]);
});

test("the database refuses a transfer whose journals moved another amount", async () => {
  await sendToAgent(parent.ctx, { pairId, amount: "300", ref: "sent" });
  const raised = system.db.execute(
    sql`update agent_transfers set amount = amount + 1 where pair_id = ${pairId}`,
  );
  await expect(raised).rejects.toMatchObject({ cause: { constraint_name: "agent_transfers_check_proven" } });
});
