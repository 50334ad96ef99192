import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { database } from "#db/client";
import { type Scene, scene } from "#lib/testing/scene";
import { batchLane, goOnAfterMoney, placeRows } from "./place-rows.ts";

let at: Scene;
beforeAll(async () => {
  at = await scene();
});
beforeEach(async () => {
  await at.system.db.execute(sql`update bulk_runs set done_at = now() where done_at is null`);
});
afterAll(async () => {
  await database().close();
  await at.close();
});

/** Batches of one row each that were begun. */
async function batches({ id }: { id: number }, count = 1): Promise<number[]> {
  const { planId, price } = at.offered();
  const rows = await at.system.db.execute<{ id: string }>(sql`
    with runs as (
      insert into bulk_runs (reseller_id, key, state, started_at) select ${id}, gen_random_uuid(), 'running', now()
      from generate_series(1, ${count}::int) returning id
    ), rows as (
      insert into bulk_rows (run_id, line, number, plan, note, phone, plan_id, price)
      select id, 1, '08031234567', 'x', '', '+234803' || (1000000 + id), ${planId}, ${price} from runs
    )
    select id from runs order by id`);
  return rows.map((row) => Number(row.id));
}

const stateOf = async (id: number | undefined) => {
  const [row] = await at.system.db.execute<{ done: boolean; pause: string | null; looks: number }>(
    sql`select done_at is not null as done, pause, looks from bulk_runs where id = ${id ?? 0}`,
  );
  return row;
};

test("takes a reseller's one batch in the first turn beside a thousand of an empty wallet", async () => {
  const many = await batches(await at.reseller("affiliate", 0n), 1000);
  const [one = 0] = await batches(await at.reseller());
  const lane = batchLane(at.system);
  const { items } = await lane.claim([]);
  expect(items.map(({ id }) => Number(id))).toContain(one);
  expect(items.filter(({ id }) => many.includes(Number(id)))).toHaveLength(1);
});

test("waits longer each time while money is missing, and goes on when some comes", async () => {
  const poor = await at.reseller("affiliate", 0n);
  const [first, second] = await batches(poor, 2);
  await placeRows(at.system);
  expect(await stateOf(first)).toMatchObject({ pause: "money", looks: 1 });
  const lane = batchLane(at.system);
  expect((await lane.claim([])).items).toEqual([]);
  await goOnAfterMoney(at.system, poor.id + 1);
  expect((await lane.claim([])).items).toEqual([]);
  await goOnAfterMoney(at.system, poor.id);
  const { items } = await lane.claim([]);
  expect(items.map(({ id }) => Number(id))).toEqual([first]);
  expect(second).toBeGreaterThan(first ?? 0);
});

test("sets a batch aside that throws each time, records it, and places the batches of others", async () => {
  const [bad = 0] = await batches(await at.reseller());
  const [good] = await batches(await at.reseller());
  await at.system.db.execute(
    sql.raw(`create function refuse_row() returns trigger language plpgsql as $$ begin
      if new.run_id = ${bad} then raise exception 'a row of it is broken'; end if; return new; end $$`),
  );
  await at.system.db.execute(
    sql`create trigger refuse_row before update on bulk_rows for each row execute function refuse_row()`,
  );
  await placeRows(at.system).catch(() => {});
  expect(await stateOf(good)).toMatchObject({ done: true });
  expect(await stateOf(bad)).toMatchObject({ done: false });
  const failures = async () =>
    Array.from(
      await at.system.db.execute(sql`select key, error, failures from lane_failures where lane = 'batches'`),
    );
  expect(await failures()).toEqual([{ key: `batch ${bad}`, error: "a row of it is broken", failures: 1 }]);
  await placeRows(at.system);
  expect(await failures()).toEqual([{ key: `batch ${bad}`, error: "a row of it is broken", failures: 2 }]);
  await at.system.db.execute(sql`drop trigger refuse_row on bulk_rows`);
  await placeRows(at.system);
  expect(await stateOf(bad)).toMatchObject({ done: true });
  expect(await failures()).toEqual([]);
});
