import { describe, expect, test } from "vitest";
import { sandboxForTests } from "./testing/caller.ts";

const { control, buy } = sandboxForTests({ purchasesPerMinute: null });
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
