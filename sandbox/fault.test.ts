import { describe, expect, test } from "vitest";
import { type FaultName, presets } from "./presets.ts";
import { sandboxForTests } from "./testing/caller.ts";

const { control, buy, get } = sandboxForTests({ purchasesPerMinute: null });
const price = 37_200n;

/** Orders a fault, buys once, and tells the answer, or the error's code, next to the truth. */
async function under(fault: Parameters<ReturnType<typeof control>["order"]>[0]) {
  await control().order(fault);
  const told = await buy("R1").catch((error) => ({
    status: error.code as string,
    json: undefined,
    text: "",
    headers: {},
  }));
  const [transaction] = await control().transactions();
  const [entry] = await control().purchases();
  return { ...told, transaction, entry, spent: 100_000_000n - (await control().balance()) };
}

describe("what really happened, whatever was answered", () => {
  const reset = "ECONNRESET";
  test.each<[FaultName, number | string, "successful" | "failed" | "pending" | undefined, bigint]>([
    ["none", 200, "successful", price],
    ["fail", 422, "failed", 0n],
    ["fail-keep", 422, "failed", price],
    ["pending", 200, "pending", price],
    ["processing", 422, "pending", price],
    ["processing-delivered", 422, "successful", price],
    ["provider-text", 422, "failed", 0n],
    ["reset", reset, undefined, 0n],
    ["lost-answer", reset, "successful", price],
    ["lost-failure", reset, "failed", 0n],
    ["close", reset, undefined, 0n],
    ["close-delivered", reset, "successful", price],
    ["cut", reset, "successful", price],
    ["server-error", 500, undefined, 0n],
    ["server-error-delivered", 500, "successful", price],
    ["bad-gateway", 502, undefined, 0n],
    ["bad-gateway-delivered", 502, "successful", price],
    ["not-found", 404, undefined, 0n],
    ["html-delivered", 200, "successful", price],
    ["redirect", 307, undefined, 0n],
    ["redirect-delivered", 307, "successful", price],
    ["too-many", 429, undefined, 0n],
    ["conflict", 409, undefined, 0n],
    ["empty-delivered", 200, "successful", price],
    ["invalid-json", 200, "successful", price],
    ["huge", 200, "successful", price],
    ["balance", 422, undefined, 0n],
    ["daily-limit", 422, undefined, 0n],
    ["kyc", 422, undefined, 0n],
    ["negative-wallet", 422, undefined, 0n],
    ["unavailable", 422, undefined, 0n],
    ["invalid-plan", 422, undefined, 0n],
    ["unauthorized", 401, undefined, 0n],
    ["forbidden", 403, undefined, 0n],
  ])("%s", async (fault, answered, status, spent) => {
    const run = await under(fault);
    expect(run.status).toBe(answered);
    expect(run.transaction?.status).toBe(status);
    expect(run.spent).toBe(spent);
    expect(run.entry).toMatchObject({ executed: status !== undefined, fault: presets[fault] });
    expect((await buy("R2")).status).toBe(200);
  });

  test.each(["hang", "hang-delivered", "stall"] as const)(
    "%s: nothing more comes until the caller hangs up",
    async (fault) => {
      await control().order(fault);
      const caller = new AbortController();
      const told = buy("R1", {}, caller.signal);
      const entry = await control().waitForPurchase({ ref: "R1" }, { until: "answered" });
      expect(entry.executed).toBe(fault !== "hang");
      caller.abort();
      await expect(told).rejects.toThrow();
      await control().waitForPurchase({ ref: "R1" }, { until: "hung-up" });
    },
  );
});

describe("shapes", () => {
  test("a redirect points back at the same path", async () => {
    expect((await under("redirect")).headers).toMatchObject({ location: "/api/data/R1" });
  });

  test("429 names the wait, or not", async () => {
    expect((await under({ answer: "too-many", retryAfterS: 7 })).headers).toMatchObject({
      "retry-after": "7",
    });
    await control().reset();
    expect((await under({ answer: "too-many", retryAfterS: null })).headers).not.toHaveProperty(
      "retry-after",
    );
  });

  test("a huge answer is valid JSON of more than 16 MB", async () => {
    const { text, json } = await under("huge");
    expect(text.length).toBeGreaterThan(16_000_000);
    expect(json.data.Status).toBe("successful");
  });

  test("invalid JSON says that it is JSON", async () => {
    const { headers, json, text } = await under("invalid-json");
    expect([headers, json]).toEqual([
      expect.objectContaining({ "content-type": "application/json" }),
      undefined,
    ]);
    expect(text).toContain("successful");
  });

  test("dialects, for one answer or for all", async () => {
    expect((await under("flat")).json).toMatchObject({ Status: "successful" });
    await control().settings({
      dialect: {
        statusKey: "both",
        statusCase: "title",
        successWord: "success",
        nullNetwork: true,
        groupedAmount: true,
      },
    });
    expect((await buy("R2", { plan: 6 })).json.data).toMatchObject({
      Status: "Success",
      status: "Success",
      network: null,
      amount: "3,056.00",
    });
    await control().order("upper-status");
    expect((await buy("R3")).json.data).toMatchObject({ status: "SUCCESS" });
  });

  test.each([
    ["other-network", { network: 2 }],
    ["negative-amount", { amount: "-372.00" }],
    ["huge-amount", { amount: "99999999999999999999.00" }],
    ["wrong-amount", { amount: "1.00" }],
    ["unknown-status", { Status: "reversed" }],
    ["broken-balances", { balance_after: "999,999.99" }],
    ["extra-fields", { role: "admin" }],
    ["markup", { api_response: expect.stringContaining("<script>") }],
    ["wrong-types", { ident: 7 }],
    ["not-money", { amount: "NaN" }],
  ] as const)("lie %s", async (lie, shown) => {
    const { json, transaction } = await under({ lie });
    expect(json.data).toMatchObject(shown);
    expect(transaction).toMatchObject({ delivered: true, amountMinor: price, networkId: 1 });
  });

  test("lies by leaving out, and by an ident seen before", async () => {
    const first = (await buy("R0")).json.data.ident;
    await control().order({ lie: "seen-ident" });
    await control().order({ lie: "no-status" });
    await control().order({ lie: "no-ident" });
    expect((await buy("R1")).json.data.ident).toBe(first);
    expect((await buy("R2")).json.data).not.toHaveProperty("Status");
    expect((await buy("R3")).json.data).not.toHaveProperty("ident");
  });

  test("a contradicting HTTP status, and another charge than listed", async () => {
    const { status, json, spent } = await under({ execute: "fail", httpStatus: 200 });
    expect([status, json.data.Status, spent]).toEqual([200, "failed", 0n]);
    await control().order({ chargeMinor: 100n });
    expect((await buy("R2")).json.data.amount).toBe("1.00");
  });
});

describe("pending", () => {
  test("is delivered later by itself", async () => {
    await control().order({ later: { outcome: "deliver", afterMs: 1 } });
    await buy("R1");
    const { transaction } = await control().waitForPurchase({ ref: "R1" }, { until: "settled" });
    expect(transaction).toMatchObject({ status: "successful", delivered: true, charged: true });
  });

  test("fails later, with the money back or without", async () => {
    for (const refund of [true, false]) {
      await control().order({ later: { outcome: "fail", afterMs: 1, refund } });
      await buy(`R-${refund}`);
      await control().waitForPurchase({ ref: `R-${refund}` }, { until: "settled" });
    }
    expect(await control().transactions()).toMatchObject([
      { status: "failed", charged: false },
      { status: "failed", charged: true },
    ]);
    expect(await control().balance()).toBe(100_000_000n - price);
  });

  test("is settled when told, once", async () => {
    const { transaction } = await under("pending");
    const id = transaction?.id ?? 0;
    expect(await control().settle(id, "fail")).toBe(true);
    expect(await control().settle(id, "deliver")).toBe(false);
    expect((await buy("R1")).json.data.Status).toBe("failed");
  });
});

describe("held and slow", () => {
  test("before: nothing is executed until released, and then even if the caller went away", async () => {
    await control().order("hold-before");
    const caller = new AbortController();
    const told = buy("R1", {}, caller.signal);
    expect((await control().waitForPurchase({ ref: "R1" }, { until: "held" })).executed).toBe(false);
    caller.abort();
    await expect(told).rejects.toThrow();
    await control().waitForPurchase({ ref: "R1" }, { until: "hung-up" });
    expect(await control().release()).toBe(1);
    await control().waitForPurchase({ ref: "R1" }, { until: "executed" });
    expect(await control().balance()).toBe(100_000_000n - price);
  });

  test("after: executed, answered when released", async () => {
    await control().order({ ...presets["hold-after"], delayMs: 1, answerDelayMs: 1 });
    const told = buy("R1");
    const { n, executed } = await control().waitForPurchase({}, { until: "held" });
    expect([executed, await control().release(n + 1), await control().release(n)]).toEqual([true, 0, 1]);
    expect((await told).status).toBe(200);
  });

  test("a reset cuts off whoever waits", async () => {
    await control().order("hold-before");
    const told = buy("R1").catch((error) => error.code);
    await control().waitForPurchase({}, { until: "held" });
    await control().reset();
    expect(await told).toBe("ECONNRESET");
    expect(await control().transactions()).toEqual([]);
  });

  test("a list is held too", async () => {
    await control().order("hold-after", { route: "plain" });
    const told = get("/api/data_plans");
    await control().waitForLog((log) => log.some(({ held }) => held === "after"));
    await control().release();
    expect((await told).status).toBe(200);
  });
});
