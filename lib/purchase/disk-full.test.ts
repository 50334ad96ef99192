import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import { getWallet } from "#lib/ledger/wallet";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "./check.ts";
import { place } from "./place/place.ts";
import { whenSettled } from "./read/watch.ts";
import { dispatch } from "./send/dispatch.ts";

let at: Scene;
let buyer: { id: number; ctx: Ctx };

beforeAll(async () => {
  at = await scene({ UPSTREAM_TIMEOUT_MS: "20000" });
  buyer = await at.reseller("affiliate", 1_000_000n);
  // A sequence counts on although what asked it is undone.
  for (const statement of [
    sql`create table disk (is_full boolean not null)`,
    sql`insert into disk values (false)`,
    sql`create sequence refusals`,
    sql`create function refuse_when_full() returns trigger language plpgsql as $$ begin
      if (select is_full from disk) then
        perform nextval('refusals');
        raise exception 'No space left on device' using errcode = 'disk_full';
      end if;
      return new;
    end $$`,
    sql`create trigger refuse_when_full before insert or update on purchases
      for each row execute function refuse_when_full()`,
  ])
    await at.system.db.execute(statement);
});
afterAll(() => at.close());

const disk = (isFull: boolean) => at.system.db.execute(sql`update disk set is_full = ${isFull}`);
const buy = (ref: string) =>
  place(buyer.ctx, { ref, phone: "08031234567", channel: "web", again: true, ...at.offered() });

test("a full disk refuses a purchase for now, nothing moves, and the same ref buys it later", async () => {
  const before = await getWallet(buyer.ctx);
  await disk(true);
  await expect(buy("early")).rejects.toMatchObject({ code: "unavailable" });
  await disk(false);
  expect(await getWallet(buyer.ctx)).toEqual(before);
  expect((await check(at.system)).findings).toEqual([]);
  expect((await buy("early")).replayed).toBe(false);
});

test("an answer that finds the disk full is kept until there is room, and nothing is sent again", async () => {
  const { purchase } = await buy("late");
  await at.sandbox.order("hold-after", { ref: purchase.ident });
  const dispatcher = dispatch(at.system);
  const stop = await listen("purchase", dispatcher.wake);
  const { n } = await at.sandbox.waitForPurchase({ ref: purchase.ident }, { until: "held" });
  await disk(true);
  await at.sandbox.release(n);
  await expect
    .poll(async () =>
      Number((await at.system.db.execute(sql`select last_value from refusals`))[0]?.last_value),
    )
    .toBeGreaterThan(6);
  await disk(false);
  expect((await whenSettled(buyer.ctx, purchase.ident, PATIENCE_MS)).state).toBe("successful");
  await dispatcher.stop();
  stop();
  const sends = (await at.sandbox.purchases()).filter(({ ref }) => ref === purchase.ident);
  expect(sends).toHaveLength(1);
  expect((await check(at.system)).findings).toEqual([]);
});
