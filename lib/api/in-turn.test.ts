import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueToken } from "#lib/account/token/issue";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { serve } from "./serve.ts";

let at: Scene;
const server = createServer((request, response) => void serve(request, response, []));
beforeAll(async () => {
  at = await scene();
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await at.close();
});

const call = (token: string, path: string, options: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  });

test("programs of one reseller that wait for their wallet keep nobody else waiting, and each buys once", async () => {
  const [busy, other] = [await at.reseller("api"), await at.reseller("api")];
  const tokenOf = async ({ ctx }: typeof busy) => (await issueToken(ctx, { name: "Program" })).token;
  const [busyToken, otherToken] = [await tokenOf(busy), await tokenOf(other)];
  const { planId, networkId } = at.offered(0, "api");
  const left = new AbortController();
  const refs = Array.from({ length: 24 }, (_, n) => `at-once-${n}`);
  const calls: Promise<unknown>[] = [];
  /** Each call has come as far as its turn. */
  const taken = async () => {
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
    await expect.poll(taken).toBe(refs.length);
    await lockWaits(at.system, 1);
    expect((await call(otherToken, "/api/balance")).status).toBe(200);
    expect((await call(busyToken, "/api/balance")).status).toBe(200);
  });
  const placed = async () =>
    (
      await at.system.db.execute(sql`select ref from purchases where reseller_id = ${busy.id} order by id`)
    ).map(({ ref }) => ref);
  await expect.poll(placed).toHaveLength(refs.length);
  expect((await placed()).sort()).toEqual(refs.toSorted());
  left.abort();
  await Promise.allSettled(calls);
});
