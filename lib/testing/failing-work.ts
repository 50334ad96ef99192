import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** Background work that has failed three times and waits for its next attempt. @returns the number of the failure */
export async function failingWork({ db }: Ctx, error: string): Promise<number> {
  const [failure] = await db.execute<{ id: string }>(sql`
    insert into lane_failures (lane, key, error, failures, next_look_at)
    values ('catalogue', 'list ' || gen_random_uuid(), ${error}, 3, now() + interval '1 day') returning id`);
  // A lane is known from its first look on.
  await db.execute(
    sql`insert into lanes (name, looked_at) values ('catalogue', now()) on conflict do nothing`,
  );
  return Number(failure?.id);
}
