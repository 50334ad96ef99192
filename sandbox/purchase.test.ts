import { describe, expect, test } from "vitest";
import { setUpSandbox } from "./testing/caller.ts";

const { control, buy } = setUpSandbox();
const invalid = "The given data was invalid.";

describe("a purchase that succeeds (interface: Purchase)", () => {
  test("returns the transaction in the documented formats and charges the api price", async () => {
    const { status, json } = await buy("R1");
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        id: expect.any(Number),
        network: 1,
        ident: expect.stringMatching(/^DT\d+$/),
        amount: "372.00",
        api_response: expect.any(String),
        description: "MTN SME 500MB (7 Days) data for 08031234567",
        plan_network: "N/A",
        Status: "successful",
        balance_before: "1,000,000.00",
        balance_after: "999,628.00",
        create_date: expect.stringMatching(/^\d\d\/\d\d\/\d{4} (0[1-9]|1[0-2]):\d\d [AP]M$/),
      },
    });
    expect(await control().balance()).toBe(99_962_800n);
  });

  test("buys again at each request without a ref", async () => {
    const idents = [await buy(null), await buy(null)].map(({ json }) => json.data.ident);
    expect(new Set(idents).size).toBe(2);
    expect(await control().balance()).toBe(100_000_000n - 2n * 37_200n);
  });

  test("does not look at the number's format or the plan's network", async () => {
    expect((await buy("R1", { mobile_number: "12", network: 3 })).json.data).toMatchObject({
      network: 3,
      Status: "successful",
    });
  });
});

describe("validation (interface: Validation error)", () => {
  test.each([
    [{ plan: undefined }, { plan: ["The plan field is required."] }],
    [{ plan: 99_999 }, { plan: ["The selected plan is invalid."] }],
    [{ mobile_number: "" }, { mobile_number: ["The mobile number field is required."] }],
    [{ network: null }, { network: ["The network field is required."] }],
  ])("%j", async (body, errors) => {
    const { status, json } = await buy("R1", body);
    expect([status, json]).toEqual([422, { message: invalid, errors }]);
    expect(await control().transactions()).toEqual([]);
    expect(await control().balance()).toBe(100_000_000n);
  });

  test("reports every field missing in a body that isn't JSON", async () => {
    expect(Object.keys((await buy("R1", "{plan")).json.errors)).toEqual(["plan", "mobile_number", "network"]);
  });

  test("rejects an inactive plan", async () => {
    await control().setPlan({ id: 1, active: false });
    expect((await buy("R1")).json.errors).toEqual({ plan: ["The selected plan is invalid."] });
  });
});

test("accepts 30 purchases a minute (interface: Limits), then sends 429 with Retry-After", async () => {
  for (let n = 0; n < 30; n++) expect((await buy(`R${n}`)).status).toBe(200);
  const { status, headers } = await buy("R30");
  expect(status).toBe(429);
  expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(await control().transactions()).toHaveLength(30);
});

describe("a ref seen before", () => {
  const again = async (refReuse: "replay" | "reject" | "conflict" | "deliver") => {
    await control().settings({ refReuse });
    const answers = [await buy("R1"), await buy("R1", { plan: 2 })] as const;
    return { answers, transactions: await control().transactions() };
  };

  test("replay: sends the same response, charges once", async () => {
    const { answers, transactions } = await again("replay");
    expect(answers[1].json).toEqual(answers[0].json);
    expect(transactions).toHaveLength(1);
    expect((await control().log()).map(({ executed }) => executed)).toEqual([true, false]);
  });

  test.each([
    ["reject", 422],
    ["conflict", 409],
  ] as const)("%s: %d, one charge", async (kind, status) => {
    const { answers, transactions } = await again(kind);
    expect(answers[1].status).toBe(status);
    expect(transactions).toHaveLength(1);
  });

  test("deliver: charges again", async () => {
    expect((await again("deliver")).transactions.map(({ delivered }) => delivered)).toEqual([true, true]);
  });
});
