import { describe, expect, test } from "vitest";
import { FAULT_PRESETS, type FaultName } from "./presets.ts";
import { setUpSandbox } from "./testing/caller.ts";

const { control, buy } = setUpSandbox({ purchasesPerMinute: null });
const price = 37_200n;

/** Orders a fault, buys once, and returns the response, or the error's code, with the truth. */
async function buyWithFault(fault: Parameters<ReturnType<typeof control>["order"]>[0]) {
  await control().order(fault);
  const response = await buy("R1").catch((error) => ({
    status: error.code as string,
    json: undefined,
    text: "",
    headers: {},
  }));
  const [transaction] = await control().transactions();
  const [entry] = await control().purchases();
  return { ...response, transaction, entry, spent: 100_000_000n - (await control().balance()) };
}

describe("the true result, whatever the response", () => {
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
  ])("%s", async (fault, responseKind, status, spent) => {
    const run = await buyWithFault(fault);
    expect(run.status).toBe(responseKind);
    expect(run.transaction?.status).toBe(status);
    expect(run.spent).toBe(spent);
    expect(run.entry).toMatchObject({ executed: status !== undefined, fault: FAULT_PRESETS[fault] });
    expect((await buy("R2")).status).toBe(200);
  });

  test.each(["hang", "hang-delivered", "stall"] as const)(
    "%s: nothing more comes until the caller hangs up",
    async (fault) => {
      await control().order(fault);
      const caller = new AbortController();
      const response = buy("R1", {}, caller.signal);
      const entry = await control().waitForPurchase({ ref: "R1" }, { until: "answered" });
      expect(entry.executed).toBe(fault !== "hang");
      caller.abort();
      await expect(response).rejects.toThrow();
      await control().waitForPurchase({ ref: "R1" }, { until: "hung-up" });
    },
  );
});
