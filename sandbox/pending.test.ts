import { describe, expect, test } from "vitest";
import { FAULT_PRESETS } from "./presets.ts";
import { setUpSandbox } from "./testing/caller.ts";

const { control, buy, get } = setUpSandbox({ purchasesPerMinute: null });
const price = 37_200n;

describe("pending", () => {
  test("is delivered later automatically", async () => {
    await control().order({ later: { outcome: "deliver", afterMs: 1 } });
    await buy("R1");
    const { transaction } = await control().waitForPurchase({ ref: "R1" }, { until: "settled" });
    expect(transaction).toMatchObject({ status: "successful", delivered: true, charged: true });
  });

  test("fails later, with and without a refund", async () => {
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

  test("is settled on request, once", async () => {
    await control().order("pending");
    await buy("R1");
    const [transaction] = await control().transactions();
    const [entry] = await control().log();
    const id = transaction?.id ?? 0;
    expect(await control().settle(id, "fail")).toBe(true);
    expect(await control().settle(id, "deliver")).toBe(false);
    expect((await control().log())[0]?.version).toBeGreaterThan(entry?.version ?? 0);
    expect((await buy("R1")).json.data.Status).toBe("failed");
  });
});

describe("held and slow", () => {
  test("before: executes nothing until released, and then even if the caller went away", async () => {
    await control().order("hold-before");
    const caller = new AbortController();
    const response = buy("R1", {}, caller.signal);
    expect((await control().waitForPurchase({ ref: "R1" }, { until: "held" })).executed).toBe(false);
    caller.abort();
    await expect(response).rejects.toThrow();
    await control().waitForPurchase({ ref: "R1" }, { until: "hung-up" });
    expect(await control().release()).toBe(1);
    await control().waitForPurchase({ ref: "R1" }, { until: "executed" });
    expect(await control().balance()).toBe(100_000_000n - price);
  });

  test("after: executes at once, responds when released", async () => {
    await control().order({ ...FAULT_PRESETS["hold-after"], delayMs: 1, answerDelayMs: 1 });
    const response = buy("R1");
    const { n, executed } = await control().waitForPurchase({}, { until: "held" });
    expect([executed, await control().release(n + 1), await control().release(n)]).toEqual([true, 0, 1]);
    expect((await response).status).toBe(200);
    expect(await control().release()).toBe(0);
  });

  test("a reset cuts off waiting requests", async () => {
    await control().order("hold-before");
    const response = buy("R1").catch((error) => error.code);
    await control().waitForPurchase({}, { until: "held" });
    await control().reset();
    expect(await response).toBe("ECONNRESET");
    expect(await control().transactions()).toEqual([]);
  });

  test("holds a list too", async () => {
    await control().order("hold-after", { route: "plain" });
    const response = get("/api/data_plans");
    await control().waitForLog((log) => log.some(({ held }) => held === "after"));
    await control().release();
    expect((await response).status).toBe(200);
  });
});
