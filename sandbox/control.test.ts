import { describe, expect, test } from "vitest";
import { startSandbox } from "./server.ts";
import { callSandbox, setUpSandbox } from "./testing/caller.ts";

const { sandbox, control, buy, get } = setUpSandbox({ seed: 3 });

describe("the log", () => {
  test("records everything about a request but the token", async () => {
    await buy("R%201", { note: "x" });
    const [entry] = await control().log();
    expect(entry).toMatchObject({
      n: 1,
      route: "purchase",
      method: "POST",
      path: "/api/data/R%201",
      ref: "R 1",
      body: { plan: 1, network: 1, mobile_number: "08031234567", note: "x" },
      remoteAddress: "127.0.0.1",
      executed: true,
      balanceBeforeMinor: 100_000_000n,
      balanceAfterMinor: 99_962_800n,
      transaction: {
        ref: "R 1",
        planId: 1,
        amountMinor: 37_200n,
        charged: true,
        delivered: true,
        requests: [1],
      },
      answer: { status: 200, ending: "sent", body: expect.stringContaining("successful") },
      fault: null,
      rejection: null,
      hungUp: false,
    });
    expect(entry?.receivedAt).toBeLessThanOrEqual(entry?.answeredAt ?? 0);
    expect(entry?.headers.authorization).toBe("Bearer …");
    expect(await (await fetch(`${sandbox().controlUrl}/log`)).text()).not.toContain(sandbox().token);
  });

  test("records rejections, lists and unknown paths", async () => {
    await buy("R1", { plan: 0 });
    await get("/api/data-plans-prices/filtered?validity=Weekly");
    await get("/elsewhere");
    expect(await control().log()).toMatchObject([
      { route: "purchase", executed: false, rejection: "The selected plan is invalid." },
      { route: "filtered", query: { validity: "Weekly" } },
      { route: "other", answer: { status: 404 } },
    ]);
    expect(await control().purchases()).toHaveLength(1);
  });

  test("waits for later purchases", async () => {
    const both = control().waitForPurchases(2, { until: "answered" });
    await buy("R1");
    await buy("R2", { mobile_number: "08099999999" });
    expect((await both).map(({ ref }) => ref)).toEqual(["R1", "R2"]);
    expect(await control().waitForPurchase({ phone: "08099999999" })).toMatchObject({ ref: "R2" });
    expect(await control().waitForPurchase(({ ref }) => ref === "R2")).toMatchObject({ n: 2 });
  });

  test("shows the log when it gives up", async () => {
    await buy("R1");
    await expect(control().waitForPurchase({ ref: "R2" }, { timeoutMs: 1 })).rejects.toThrow('"ref":"R1"');
  });
});

describe("the wallet", () => {
  test("records every movement as a link of a chain", async () => {
    await buy("R1");
    await control().topUp(500n);
    await control().spend(200n);
    await control().setBalance(-5n);
    const { balanceMinor, moves } = await control().wallet();
    expect(moves.map(({ reason }) => reason)).toEqual(["purchase", "top-up", "other-spender", "set"]);
    expect(balanceMinor).toBe(-5n);
    for (const [index, move] of moves.entries()) {
      expect(move.afterMinor - move.beforeMinor).toBe(move.amountMinor);
      expect(move.beforeMinor).toBe(moves[index - 1]?.afterMinor ?? 100_000_000n);
    }
  });
});

describe("control", () => {
  test("resets everything but the ids", async () => {
    const before = (await buy("R1")).json.data;
    await control().settings({ serviceEnabled: false });
    await control().removePlan(1);
    await control().order("reset");
    await control().reset();
    expect([await control().log(), await control().faultsWaiting()]).toEqual([[], 0]);
    const after = (await buy("R1")).json.data;
    expect(after).toMatchObject({ Status: "successful", balance_before: "1,000,000.00" });
    expect(after.id).toBeGreaterThan(before.id);
    expect(after.ident).not.toBe(before.ident);
  });

  test("selects the same purchases for random faults with the same seed", async () => {
    const round = async () => {
      await control().reset();
      await control().rates({ fail: 0.5 }, 11);
      const answers = [];
      for (let n = 0; n < 12; n++) answers.push((await buy(`R${n}`)).status);
      return answers;
    };
    const first = await round();
    expect(new Set(first)).toEqual(new Set([200, 422]));
    expect(await round()).toEqual(first);
    await control().clearFaults();
    expect((await buy("last")).status).toBe(200);
  });

  test("rejects invalid input", async () => {
    await expect(control().order({ answer: "shrug" } as never)).rejects.toThrow("sandbox:");
    await expect(control().order({ execute: "none" })).rejects.toThrow("needs one");
    await expect(control().settle(1, "deliver")).rejects.toThrow("no transaction 1");
    await expect(control().setNetwork({ id: 77 })).rejects.toThrow("77");
    const { status, json } = await callSandbox(`${sandbox().controlUrl}/dance`, { method: "POST" });
    expect([status, json.error]).toEqual([400, expect.stringContaining("top-up")]);
    expect((await callSandbox(sandbox().controlUrl)).json.GET).toContain("log");
  });

  test("rejects connections after down, accepts them again after up", async () => {
    await control().down();
    await expect(buy("R1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await control().up();
    expect((await buy("R1")).status).toBe(200);
    expect(await control().purchases()).toHaveLength(1);
  });
});

describe("startSandbox", () => {
  test("applies its options", async () => {
    const separate = await startSandbox({
      tokens: [{ token: "own" }],
      balanceMinor: 100_000n,
      purchasesPerMinute: 1,
      magic: true,
      settings: { tier: "standard" },
    });
    const buyOne = (ref: string) =>
      callSandbox(`${separate.url}/api/data/${ref}`, {
        method: "POST",
        headers: { authorization: `Bearer ${separate.token}` },
        body: { plan: 1, network: 1, mobile_number: "08030000001" },
      });
    const failed = await buyOne("R1");
    expect([failed.status, failed.json.data.amount]).toEqual([422, "390.00"]);
    expect((await buyOne("R2")).status).toBe(429);
    expect(await separate.control.balance()).toBe(100_000n);
    await separate.close();
    await expect(buyOne("R3")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("applies a magic number to a ref once, so that a repeated purchase succeeds", async () => {
    await control().settings({ magic: true });
    const lucky = { mobile_number: "08030000013" };
    expect([(await buy("R1", lucky)).status, (await buy("R1", lucky)).status]).toEqual([429, 200]);
  });

  test("rejects a port in use, and leaves nothing behind", async () => {
    const port = Number(new URL(sandbox().url).port);
    await expect(startSandbox({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await expect(startSandbox({ controlPort: port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
