import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sendPurchase } from "#lib/upstream/send-purchase";
import type { FaultOrder } from "#sandbox/control-client";
import { startSandbox } from "#sandbox/server";

const sandbox = await startSandbox({ purchasesPerMinute: null });
const control = sandbox.control;
process.env.UPSTREAM_BASE_URL = sandbox.url;
process.env.UPSTREAM_API_TOKEN = sandbox.token;
afterAll(() => sandbox.close());
beforeEach(() => control.reset());

async function send(more: { timeoutMs?: number } = {}) {
  const { plans } = await control.plans();
  const plan = plans.find(({ active }) => active);
  if (!plan) throw new Error("the sandbox sells nothing");
  const { id: planId, networkId, prices } = plan;
  const ident = "DT261120SANDBOX";
  return sendPurchase({ ident, planId, networkId, phone: "+2348031234567", cost: prices.api, ...more });
}

/** Faults of the sandbox, the result of each, and whether it delivered: a definite result must match the delivery. */
const cases: [FaultOrder, string, boolean][] = [
  ["none", "successful", true],
  ["flat", "successful", true],
  ["upper-status", "successful", true],
  ["success-word", "successful", true],
  ["null-network", "successful", true],
  [{ dialect: { groupedAmount: true, statusKey: "both", statusCase: "title" } }, "successful", true],
  [{ lie: "extra-fields" }, "successful", true],
  [{ lie: "markup" }, "successful", true],
  [{ lie: "no-ident" }, "successful", true],
  [{ lie: "wrong-amount" }, "successful", true],
  [{ lie: "broken-balances" }, "successful", true],
  ["fail", "failed", false],
  ["invalid-plan", "invalid", false],
  ["too-many", "throttled", false],
  ["balance", "rejected", false],
  ["daily-limit", "rejected", false],
  ["kyc", "rejected", false],
  ["negative-wallet", "rejected", false],
  ["unavailable", "rejected", false],
  ["unauthorized", "rejected", false],
  ["forbidden", "rejected", false],
  ["pending", "unconfirmed", false],
  ["processing", "unconfirmed", false],
  ["processing-delivered", "unconfirmed", true],
  ["provider-text", "unconfirmed", false],
  ["reset", "unconfirmed", false],
  ["lost-answer", "unconfirmed", true],
  ["lost-failure", "unconfirmed", false],
  ["close-delivered", "unconfirmed", true],
  ["cut", "unconfirmed", true],
  ["huge", "unconfirmed", true],
  ["invalid-json", "unconfirmed", true],
  ["server-error-delivered", "unconfirmed", true],
  ["bad-gateway-delivered", "unconfirmed", true],
  ["html-delivered", "unconfirmed", true],
  ["redirect-delivered", "unconfirmed", true],
  ["empty-delivered", "unconfirmed", true],
  ["not-found", "unconfirmed", false],
  ["conflict", "unconfirmed", false],
  [{ lie: "other-network" }, "unconfirmed", true],
  [{ lie: "negative-amount" }, "unconfirmed", true],
  [{ lie: "huge-amount" }, "unconfirmed", true],
  [{ lie: "not-money" }, "unconfirmed", true],
  [{ lie: "unknown-status" }, "unconfirmed", true],
  [{ lie: "no-status" }, "unconfirmed", true],
  [{ lie: "wrong-types" }, "unconfirmed", true],
];

describe("against a whole upstream", () => {
  it.each(cases.map(([fault, ...rest]) => [JSON.stringify(fault), fault, ...rest] as const))(
    "classifies %s correctly after one request",
    async (_, fault, result, delivered) => {
      await control.order(fault);
      expect((await send()).result).toBe(result);
      const purchases = await control.purchases();
      expect(purchases).toHaveLength(1);
      expect(purchases[0]?.transaction?.delivered ?? false).toBe(delivered);
    },
  );

  it("waits no longer than the timeout, and leaves a late success unconfirmed", async () => {
    await control.order("hold-after");
    expect(await send({ timeoutMs: 200 })).toMatchObject({ result: "unconfirmed", note: "time-out" });
    await control.release();
    expect((await control.purchases()).map(({ transaction }) => transaction?.delivered)).toEqual([true]);
  });

  it("reports unsent while the upstream is down", async () => {
    await control.down();
    expect((await send()).result).toBe("unsent");
    await control.up();
    expect(await control.purchases()).toHaveLength(0);
  });
});
