import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createToken } from "#lib/account/token/create-token";
import { serveTestApi } from "#lib/api/testing/serve-test-api";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";

const at = await openScene();
const api = await serveTestApi();
const { planId, networkId } = at.offered(0, "api");
const order = (mobile_number = "08031234567") =>
  JSON.stringify({ plan: planId, network: networkId, mobile_number });

/** Opens an account with a token, and ways to buy without a ref. */
async function openAccount({ test = false } = {}) {
  const { ctx, id } = await at.reseller("api");
  const newToken = async () => (await createToken(ctx, { name: "Program", test })).token;
  const token = await newToken();
  const purchases = () =>
    at.system.db.execute<{ ref: string; state: string }>(
      sql`select ref, state from ${sql.raw(test ? "test_purchases" : "purchases")} where reseller_id = ${id} order by id`,
    );
  const marks = async () =>
    (
      await at.system.db.execute(sql`select from abandoned_calls a join tokens t on t.id = a.token_id
      where t.reseller_id = ${id} and a.left_at <= now()`)
    ).length;
  const buy = (body = order(), by = token, signal?: AbortSignal) =>
    api.call(by, "/api/data", { method: "POST", body, ...(signal && { signal }) });
  /** Buys, and leaves while the purchase waits. */
  const buyAndLeave = async (body = order()) => {
    const [before, left] = [(await purchases()).length, new AbortController()];
    const leaving = buy(body, token, left.signal).catch(() => "left");
    await expect.poll(purchases).toHaveLength(before + 1);
    left.abort();
    expect(await leaving).toBe("left");
    return (await purchases()).at(-1)?.ref ?? "";
  };
  return { id, token, newToken, purchases, marks, buy, buyAndLeave };
}

/** Sends waiting purchases while `work` runs. */
async function whileSending<T>(work: () => Promise<T>): Promise<T> {
  const dispatcher = runDispatcher(at.system);
  return work().finally(dispatcher.stop);
}

const facts = async (response: Response) => [
  response.status,
  response.headers.get("x-ref"),
  response.headers.get("idempotency-replayed"),
  (await response.json()).data?.Status,
];

test("gives a caller that left and repeats the call without a ref the same purchase, charged once", async () => {
  const { buy, buyAndLeave, purchases, marks } = await openAccount();
  const ref = await buyAndLeave();
  await expect.poll(marks).toBe(1);
  await whileSending(async () => {
    // The number in another spelling is the same number.
    expect(await facts(await buy(order("+234 803 123 4567")))).toEqual([200, ref, "true", "successful"]);
    expect(await purchases()).toHaveLength(1);
    // Two minutes later the repetition is over, too.
    await at.system.db.execute(sql`update abandoned_calls set left_at = left_at - interval '2 minutes'`);
    const [status, next, replayed] = await facts(await buy());
    expect([status, next === ref, replayed]).toEqual([200, false, null]);
  });
  expect(await purchases()).toHaveLength(2);
});

test("repeats the same purchase for a caller that leaves again, and each of two that left once", async () => {
  const { buy, buyAndLeave, purchases, marks, token } = await openAccount();
  const refs = [await buyAndLeave(), "", ""];
  await expect.poll(marks).toBe(1);
  const left = new AbortController();
  const leaving = buy(order(), token, left.signal).catch(() => "left");
  await expect.poll(marks).toBe(0);
  left.abort();
  expect(await leaving).toBe("left");
  await expect.poll(marks).toBe(1);
  await whileSending(async () => expect((await facts(await buy()))[1]).toBe(refs[0]));
  const both = [await buyAndLeave(), await buyAndLeave(order("08031234568"))];
  await expect.poll(marks).toBe(2);
  await whileSending(async () => {
    const answers = [await facts(await buy()), await facts(await buy(order("08031234568")))];
    expect(answers.map(([, ref]) => ref)).toEqual(both);
  });
  expect(await purchases()).toHaveLength(3);
});

test("buys twice for callers that get responses, and for other orders and tokens than those that left", async () => {
  const { buy, buyAndLeave, purchases, marks, newToken } = await openAccount();
  await whileSending(async () => {
    const answers = [buy(), buy()].map(async (call) => (await facts(await call))[0]);
    expect(await Promise.all(answers)).toEqual([200, 200]);
    expect((await buy()).status).toBe(200);
  });
  expect([await marks(), (await purchases()).length]).toEqual([0, 3]);
  await buyAndLeave();
  await expect.poll(marks).toBe(1);
  await whileSending(async () => {
    expect((await facts(await buy(order("08031234568"))))[2]).toBeNull();
    expect((await facts(await buy(order(), await newToken())))[2]).toBeNull();
  });
  expect([await marks(), (await purchases()).length]).toEqual([1, 6]);
});

test("forgets a call two minutes after its caller left", async () => {
  const { buy, buyAndLeave, purchases, marks, id } = await openAccount();
  await buyAndLeave();
  await expect.poll(marks).toBe(1);
  await at.system.db.execute(sql`update abandoned_calls set left_at = left_at - interval '121 seconds'
    from tokens where tokens.id = token_id and reseller_id = ${id}`);
  await whileSending(async () => expect((await facts(await buy()))[2]).toBeNull());
  expect(await purchases()).toHaveLength(2);
});

test("repeats a purchase also when the limit is used up meanwhile", async () => {
  const { buy, buyAndLeave, marks } = await openAccount();
  const ref = await buyAndLeave();
  await expect.poll(marks).toBe(1);
  await Promise.all(Array.from({ length: 29 }, () => buy("{}")));
  await whileSending(async () => {
    expect(await facts(await buy())).toEqual([200, ref, "true", "successful"]);
    expect((await buy()).status).toBe(429);
  });
});

test("repeats a purchase while its wallet is locked", async () => {
  const { id, buy, buyAndLeave, purchases, marks } = await openAccount();
  const ref = await buyAndLeave();
  await expect.poll(marks).toBe(1);
  await whileSending(() => expect.poll(purchases).toMatchObject([{ state: "successful" }]));
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
    expect(await facts(await buy())).toEqual([200, ref, "true", "successful"]);
  });
});

/** Cuts the connections that wait for a lock. */
const cutWaiting = () =>
  at.system.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);

test("repeats a call that waited for its wallet until a repetition has the purchase", async () => {
  const { id, buy, purchases, marks, token } = await openAccount();
  const left = new AbortController();
  let ref: string | null = null;
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
    const leaving = buy(order(), token, left.signal).catch(() => "left");
    await waitForLocks(at.system, 1);
    left.abort();
    expect(await leaving).toBe("left");
    await expect.poll(marks).toBe(1);
    // The connection of the first call is cut, then that of its repetition.
    await cutWaiting();
    const cut = buy();
    await waitForLocks(at.system, 1);
    await cutWaiting();
    const response = await cut;
    ref = response.headers.get("x-ref");
    expect(response.status).toBe(500);
    expect(await marks()).toBe(1);
  });
  await whileSending(async () =>
    expect(await facts(await buy())).toMatchObject([200, ref, null, "successful"]),
  );
  expect(await purchases()).toMatchObject([{ ref }]);
  expect(await marks()).toBe(0);
});

test("repeats a call whose leaving the database didn't take down, at once and once it does", async () => {
  const { buy, buyAndLeave, purchases, marks } = await openAccount();
  await at.system.db.execute(sql`create function reject_mark() returns trigger language plpgsql as
    $$ begin raise exception 'not now' using errcode = 'lock_not_available'; end $$`);
  await at.system.db.execute(
    sql`create trigger rejects before insert on abandoned_calls execute function reject_mark()`,
  );
  const ref = await buyAndLeave();
  await whileSending(async () => {
    expect(await facts(await buy())).toEqual([200, ref, "true", "successful"]);
    expect((await facts(await buy()))[2]).toBeNull();
  });
  const next = await buyAndLeave();
  expect(await marks()).toBe(0);
  await at.system.db.execute(sql`drop function reject_mark cascade`);
  await expect.poll(marks, { timeout: TEST_TIMEOUT_MS }).toBe(1);
  await whileSending(async () => expect(await facts(await buy())).toEqual([200, next, "true", "successful"]));
  expect(await purchases()).toHaveLength(3);
});

test("repeats the purchase of a test token whose connection a test number cut", async () => {
  const { buy, purchases, marks } = await openAccount({ test: true });
  await expect(buy(order("08031230006"))).rejects.toThrow();
  await expect.poll(marks).toBe(1);
  const [bought] = await purchases();
  expect(await facts(await buy(order("08031230006")))).toEqual([200, bought?.ref, "true", "successful"]);
  expect(await purchases()).toHaveLength(1);
});
