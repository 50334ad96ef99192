import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { instant, int, minor, parseRows } from "#lib/core/read-rows";
import { connect } from "./client.ts";
import { prepareQuery } from "./prepare-query.ts";
import { readTogether } from "./read-together.ts";
import { createTestDatabase } from "./testing.ts";

const base = await createTestDatabase();
const sent: string[] = [];
const pool = connect(base.url, 1, { debug: (_: number, query: string) => void sent.push(query) } as object);
afterAll(async () => {
  await pool.close();
  await base.close();
});

const Fields = z.object({
  ident: z.string(),
  count: int,
  amount: minor,
  at: instant,
  none: int.nullable(),
});

const read = prepareQuery<{ from: number; amount: bigint }>(
  ({ from, amount }) => sql`
    select 'DT' || repeat('0', 15) || i as ident, i as count, ${amount}::bigint + i as amount,
      timestamptz '2026-11-30 07:00:00.123+01' as at, null::integer as none
    from generate_series(${from}::integer, 3) i`,
);
const divide = prepareQuery<{ by: number }>(({ by }) => sql`select 1 / ${by}::integer as one`);

test("reads the same together as alone, also amounts beyond the exact numbers of JavaScript", async () => {
  const ctx = { db: pool.db };
  const together = readTogether(ctx);
  expect(readTogether(ctx)).toBe(together);
  expect(readTogether(together)).toBe(together);
  const inputs = [5n, 2n ** 53n, -(2n ** 60n)].flatMap((amount) =>
    [1, 3, 4].map((from) => ({ from, amount })),
  );
  const alone = await Promise.all(inputs.map((values) => read(pool.db, values)));
  sent.length = 0;
  const all = await Promise.all([
    ...inputs.map((values) => read(together.db, values)),
    divide(together.db, { by: 1 }),
  ]);
  expect(sent).toHaveLength(1);
  expect(all.pop()).toEqual([{ one: 1 }]);
  expect(all.map((rows) => parseRows(Fields, rows))).toEqual(alone.map((rows) => parseRows(Fields, rows)));
});

test("fails all of a page's statements with one, and no later ones", async () => {
  const { db } = readTogether({ db: pool.db });
  const values = { from: 1, amount: 1n };
  const outcomes = await Promise.allSettled([read(db, values), divide(db, { by: 0 }), read(db, values)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(await read(db, values)).toHaveLength(3);
  expect(await Promise.all([divide(db, { by: 1 }), divide(db, { by: 2 })])).toEqual([
    [{ one: 1 }],
    [{ one: 0 }],
  ]);
});
