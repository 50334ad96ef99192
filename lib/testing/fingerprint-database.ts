import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";

/** Returns a fingerprint of the database without some tables ("public.audit"), which is equal while no row changed. */
export async function fingerprintDatabase({ db }: Ctx, except: readonly string[]): Promise<string> {
  const tables = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' order by 1`);
  const parts = tables
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as t, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as sum from ${name} r`,
    );
  return JSON.stringify(await db.execute(sql.raw(`${parts.join(" union all ")} order by 1`)));
}
