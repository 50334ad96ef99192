import { sql } from "drizzle-orm";
import { formatStored } from "#lib/audit/settings/read-settings";
import type { Db } from "#lib/core/context";
import type { Fields, Settings, Values } from "#lib/core/settings/settings";

/** Stores some settings as they are given, without a form, an approval or a record. */
export async function storeSettings<F extends Fields>(
  db: Db,
  { name }: Settings<F>,
  values: Partial<Values<F>>,
): Promise<void> {
  const value = JSON.stringify(formatStored(values as Values));
  await db.execute(sql`insert into settings (name, value) values (${name}, '{}') on conflict do nothing`);
  await db.execute(sql`update settings set value = value || ${value}::jsonb where name = ${name}`);
}
