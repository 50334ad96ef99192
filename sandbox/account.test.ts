import { describe, expect, test } from "vitest";
import { setUpSandbox } from "./testing/caller.ts";

const { control, buy } = setUpSandbox();

describe("the account (interface: Rejection)", () => {
  const rejection = async () => {
    const { status, json } = await buy("R1");
    expect([status, json.message]).toEqual([422, "The given data was invalid."]);
    expect(await control().transactions()).toEqual([]);
    return json.errors;
  };

  test("rejects a purchase above the balance, under either key", async () => {
    await control().setBalance(37_199n);
    expect(await rejection()).toEqual({ amount: ["Insufficient wallet balance!"] });
    await control().settings({ insufficientKey: "status" });
    expect(await rejection()).toEqual({ status: ["Insufficient wallet balance!"] });
    await control().topUp(1n);
    expect((await buy("R2")).json.data.balance_after).toBe("0.00");
  });

  test("rejects purchases while the service is disabled", async () => {
    await control().settings({ serviceEnabled: false });
    expect(await rejection()).toEqual({ status: ["Service unavailable!."] });
  });

  test("rejects purchases until KYC is submitted", async () => {
    await control().settings({ kycRestricted: true });
    expect(await rejection()).toEqual({
      status: [
        "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.",
      ],
    });
  });

  test("rejects purchases after another client made the wallet negative", async () => {
    await control().spend(100_000_001n);
    expect(await rejection()).toEqual({
      status: ["Your account has been temporarily restricted due to a negative wallet balance."],
    });
  });

  test("rejects purchases above the daily limit until the next day", async () => {
    await control().settings({ dailyLimitMinor: 120_000n });
    for (const ref of ["a", "b", "c"]) expect((await buy(ref)).status).toBe(200);
    const message = "Sorry, your daily data spending limit exceeded! Limit: ₦1,200.00";
    expect((await buy("d")).json.errors).toEqual({ status: [message] });
    await control().settings({ clockOffsetMs: 86_400_000 });
    expect((await buy("d")).status).toBe(200);
  });
});
