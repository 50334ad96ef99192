import { describe, expect, test } from "vitest";
import { call, sandboxForTests } from "./testing/caller.ts";

const { sandbox, control, buy } = sandboxForTests();
const invalid = "The given data was invalid.";

describe("a purchase that succeeds (§4.3)", () => {
  test("answers the transaction in the documented formats and takes the api price", async () => {
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

  test("works without a ref, each time anew", async () => {
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

describe("validation (§7.1)", () => {
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

  test("a body that is no JSON misses every field", async () => {
    expect(Object.keys((await buy("R1", "{plan")).json.errors)).toEqual(["plan", "mobile_number", "network"]);
  });

  test("an inactive plan is not for sale", async () => {
    await control().setPlan({ id: 1, active: false });
    expect((await buy("R1")).json.errors).toEqual({ plan: ["The selected plan is invalid."] });
  });
});

describe("the account (§7.2)", () => {
  const refusal = async () => {
    const { status, json } = await buy("R1");
    expect([status, json.message]).toEqual([422, invalid]);
    expect(await control().transactions()).toEqual([]);
    return json.errors;
  };

  test("too little money, under either key", async () => {
    await control().setBalance(37_199n);
    expect(await refusal()).toEqual({ amount: ["Insufficient wallet balance!"] });
    await control().settings({ insufficientKey: "status" });
    expect(await refusal()).toEqual({ status: ["Insufficient wallet balance!"] });
    await control().topUp(1n);
    expect((await buy("R2")).json.data.balance_after).toBe("0.00");
  });

  test("service disabled", async () => {
    await control().settings({ serviceEnabled: false });
    expect(await refusal()).toEqual({ status: ["Service unavailable!."] });
  });

  test("KYC", async () => {
    await control().settings({ kycRestricted: true });
    expect(await refusal()).toEqual({
      status: [
        "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.",
      ],
    });
  });

  test("negative wallet, made so by another spender", async () => {
    await control().spend(100_000_001n);
    expect(await refusal()).toEqual({
      status: ["Your account has been temporarily restricted due to a negative wallet balance."],
    });
  });

  test("daily limit, until the next day", async () => {
    await control().settings({ dailyLimitMinor: 120_000n });
    for (const ref of ["a", "b", "c"]) expect((await buy(ref)).status).toBe(200);
    const message = "Sorry, your daily data spending limit exceeded! Limit: ₦1,200.00";
    expect((await buy("d")).json.errors).toEqual({ status: [message] });
    await control().settings({ clockOffsetMs: 86_400_000 });
    expect((await buy("d")).status).toBe(200);
  });
});

describe("who may call (§5)", () => {
  const url = () => `${sandbox().url}/api/data_plans`;
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  test("401 without a known token", async () => {
    expect((await call(url())).status).toBe(401);
    expect((await call(url(), bearer("guess"))).status).toBe(401);
    await control().tokens([{ token: "new" }]);
    expect((await buy("R1")).status).toBe(401);
    expect((await call(url(), bearer("new"))).status).toBe(200);
  });

  test("403 from an address or origin that is not whitelisted", async () => {
    await control().tokens([{ token: "t", ips: ["203.0.113.9"], origins: ["https://shop.example"] }]);
    const { status, json } = await call(url(), bearer("t"));
    expect([status, json]).toEqual([403, { status: false, message: expect.stringContaining("127.0.0.1") }]);
    const origin = { headers: { authorization: "Bearer t", origin: "https://shop.example" } };
    expect((await call(url(), origin)).status).toBe(200);
    await control().tokens([{ token: "t", ips: ["127.0.0.1"] }]);
    expect((await call(url(), bearer("t"))).status).toBe(200);
  });

  test("other paths and methods get an HTML page", async () => {
    const missing = await call(`${sandbox().url}/v1/data`, bearer("sandbox-token"));
    const wrong = await call(`${sandbox().url}/api/data`, bearer("sandbox-token"));
    expect([missing.status, missing.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect([wrong.status, wrong.headers.allow]).toEqual([405, "POST"]);
  });
});

test("at most 30 purchases a minute (§8), then 429 with Retry-After", async () => {
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

  test("replay: the same answer, one charge", async () => {
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

  test("deliver: a second charge", async () => {
    expect((await again("deliver")).transactions.map(({ delivered }) => delivered)).toEqual([true, true]);
  });
});
