import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { batchLane, resumeBatchesAfterFunding } from "./place-batch-rows.ts";
import { placeBatchRows } from "./testing/place-batch-rows.ts";

const at = await openScene();
beforeEach(async () => {
  await at.system.db.execute(sql`update batches set done_at = now() where done_at is null`);
});

/** Inserts started batches of one row each. */
async function batches({ id }: { id: number }, count = 1): Promise<number[]> {
  const { planId, price } = at.offered();
  const rows = await at.system.db.execute<{ id: string }>(sql`
    with runs as (
      insert into batches (reseller_id, key, state, started_at) select ${id}, gen_random_uuid(), 'running', now()
      from generate_series(1, ${count}::int) returning id
    ), rows as (
      insert into batch_rows (batch_id, line, number, plan, note, phone, plan_id, price)
      select id, 1, '08031234567', 'x', '', '+234803' || (1000000 + id), ${planId}, ${price} from runs
    )
    select id from runs order by id`);
  return rows.map((row) => Number(row.id));
}

const stateOf = async (id: number | undefined) => {
  const [row] = await at.system.db.execute<{ done: boolean; pause: string | null; looks: number }>(
    sql`select done_at is not null as done, pause, looks from batches where id = ${id ?? 0}`,
  );
  return row;
};

test("takes a reseller's one batch in the first turn beside a thousand of an empty wallet", async () => {
  const many = await batches(await at.reseller("affiliate", 0n), 1000);
  const [batch = 0] = await batches(await at.reseller());
  const lane = batchLane(at.system);
  const { items } = await lane.claim([]);
  expect(items.map(({ id }) => Number(id))).toContain(batch);
  expect(items.filter(({ id }) => many.includes(Number(id)))).toHaveLength(1);
});

test("waits longer after each attempt while the balance is too low, and resumes after funding", async () => {
  const poor = await at.reseller("affiliate", 0n);
  const [first, second] = await batches(poor, 2);
  await placeBatchRows(at.system);
  expect(await stateOf(first)).toMatchObject({ pause: "money", looks: 1 });
  const lane = batchLane(at.system);
  expect((await lane.claim([])).items).toEqual([]);
  await resumeBatchesAfterFunding(at.system, poor.id + 1);
  expect((await lane.claim([])).items).toEqual([]);
  await resumeBatchesAfterFunding(at.system, poor.id);
  const { items } = await lane.claim([]);
  expect(items.map(({ id }) => Number(id))).toEqual([first]);
  expect(second).toBeGreaterThan(first ?? 0);
});

test("records and puts aside a batch that always throws, and places other resellers' batches", async () => {
  const [bad = 0] = await batches(await at.reseller());
  const [good] = await batches(await at.reseller());
  await at.system.db.execute(
    sql.raw(`create function refuse_row() returns trigger language plpgsql as $$ begin
      if new.batch_id = ${bad} then raise exception 'a row of it is broken'; end if; return new; end $$`),
  );
  await at.system.db.execute(
    sql`create trigger refuse_row before update on batch_rows for each row execute function refuse_row()`,
  );
  await placeBatchRows(at.system).catch(() => {});
  expect(await stateOf(good)).toMatchObject({ done: true });
  expect(await stateOf(bad)).toMatchObject({ done: false });
  const failures = async () =>
    Array.from(
      await at.system.db.execute(sql`select key, error, failures from lane_failures where lane = 'batches'`),
    );
  expect(await failures()).toEqual([{ key: `batch ${bad}`, error: "a row of it is broken", failures: 1 }]);
  await placeBatchRows(at.system);
  expect(await failures()).toEqual([{ key: `batch ${bad}`, error: "a row of it is broken", failures: 2 }]);
  await at.system.db.execute(sql`drop trigger refuse_row on batch_rows`);
  await placeBatchRows(at.system);
  expect(await stateOf(bad)).toMatchObject({ done: true });
  expect(await failures()).toEqual([]);
});
