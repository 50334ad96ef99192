import { describe, expect, test } from "vitest";
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

describe("shapes", () => {
  test("redirects to the same path", async () => {
    expect((await buyWithFault("redirect")).headers).toMatchObject({ location: "/api/data/R1" });
  });

  test("sends a 429 with and without the wait", async () => {
    expect((await buyWithFault({ answer: "too-many", retryAfterS: 7 })).headers).toMatchObject({
      "retry-after": "7",
    });
    await control().reset();
    expect((await buyWithFault({ answer: "too-many", retryAfterS: null })).headers).not.toHaveProperty(
      "retry-after",
    );
  });

  test("sends a huge response that is valid JSON of more than 16 MB", async () => {
    const { text, json } = await buyWithFault("huge");
    expect(text.length).toBeGreaterThan(16_000_000);
    expect(json.data.Status).toBe("successful");
  });

  test("sends invalid JSON with the content type of JSON", async () => {
    const { headers, json, text } = await buyWithFault("invalid-json");
    expect([headers, json]).toEqual([
      expect.objectContaining({ "content-type": "application/json" }),
      undefined,
    ]);
    expect(text).toContain("successful");
  });

  test("applies a dialect to one response or to all", async () => {
    expect((await buyWithFault("flat")).json).toMatchObject({ Status: "successful" });
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
    const { json, transaction } = await buyWithFault({ lie });
    expect(json.data).toMatchObject(shown);
    expect(transaction).toMatchObject({ delivered: true, amountMinor: price, networkId: 1 });
  });

  test("omits fields, and repeats an earlier ident", async () => {
    const first = (await buy("R0")).json.data.ident;
    await control().order({ lie: "seen-ident" });
    await control().order({ lie: "no-status" });
    await control().order({ lie: "no-ident" });
    expect((await buy("R1")).json.data.ident).toBe(first);
    expect((await buy("R2")).json.data).not.toHaveProperty("Status");
    expect((await buy("R3")).json.data).not.toHaveProperty("ident");
  });

  test("sends a contradicting HTTP status, and charges another price than listed", async () => {
    const { status, json, spent } = await buyWithFault({ execute: "fail", httpStatus: 200 });
    expect([status, json.data.Status, spent]).toEqual([200, "failed", 0n]);
    await control().order({ chargeMinor: 100n });
    expect((await buy("R2")).json.data.amount).toBe("1.00");
  });
});
