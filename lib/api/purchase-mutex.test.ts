import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { createToken } from "#lib/account/token/create-token";
import { serveTestApi } from "#lib/api/testing/serve-test-api";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";

const at = await openScene();
const { call } = await serveTestApi();

test("doesn't delay other resellers while calls of one wait for their wallet, and buys once per call", async () => {
  const [busy, other] = [await at.reseller("api"), await at.reseller("api")];
  const tokenOf = async ({ ctx }: typeof busy) => (await createToken(ctx, { name: "Program" })).token;
  const [busyToken, otherToken] = [await tokenOf(busy), await tokenOf(other)];
  const { planId, networkId } = at.offered(0, "api");
  const left = new AbortController();
  const refs = Array.from({ length: 24 }, (_, n) => `at-once-${n}`);
  const calls: Promise<unknown>[] = [];
  onTestFinished(async () => {
    left.abort();
    await Promise.allSettled(calls);
  });
  /** Each call waits for the wallet. */
  const takenCount = async () => {
    const [window] = await at.system.db.execute<{ taken: number }>(
      sql`select cardinality(taken) as taken from call_windows where reseller_id = ${busy.id}`,
    );
    return window?.taken;
  };
  await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${busy.id} for update`);
    for (const ref of refs)
      calls.push(
        call(busyToken, `/api/data/${ref}`, {
          method: "POST",
          body: JSON.stringify({ plan: planId, network: networkId, mobile_number: "08031234567" }),
          signal: left.signal,
        }),
      );
    await expect.poll(takenCount).toBe(refs.length);
    await waitForLocks(at.system, 1);
    expect((await call(otherToken, "/api/balance")).status).toBe(200);
    expect((await call(busyToken, "/api/balance")).status).toBe(200);
  });
  const placed = async () =>
    (
      await at.system.db.execute(sql`select ref from purchases where reseller_id = ${busy.id} order by id`)
    ).map(({ ref }) => ref);
  await expect.poll(placed).toHaveLength(refs.length);
  expect((await placed()).sort()).toEqual(refs.toSorted());
});
