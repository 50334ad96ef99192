import { eq, type SQL, sql } from "drizzle-orm";
import { settings as table } from "#db/schema/settings";
import type { Ctx } from "#lib/core/context";
import type { Fields, Settings, Values } from "#lib/core/settings/settings";

/**
 * Reads settings; one that was never saved has its declared `initial` value. Rights are the caller's.
 * @throws Error with the name of a setting whose saved value its declaration rejects
 */
export async function readSettings<F extends Fields>(
  ctx: Ctx,
  settings: Settings<F>,
): Promise<Values<F> & { version: number }> {
  const [row] = await ctx.db.select().from(table).where(eq(table.name, settings.name));
  return { ...parseSettings(settings, row?.value ?? {}), version: row?.version ?? 0 };
}

/** Parses saved settings: a later version's are ignored, and saving keeps them. @throws as `readSettings` */
export function parseSettings<F extends Fields>(
  { name, fields }: Settings<F>,
  saved: Readonly<Record<string, unknown>>,
): Values<F> {
  const values = Object.entries(fields).map(([key, { initial, stored }]) => {
    if (!(key in saved)) return [key, initial];
    const { data, success } = stored.safeParse(saved[key]);
    if (!success) throw new Error(`The setting ${name}.${key} has a value that this version rejects.`);
    return [key, data];
  });
  return Object.fromEntries(values) as Values<F>;
}

/** Formats values as the database holds them: money is text in minor units. */
export const formatStored = (values: Values): Record<string, unknown> =>
  JSON.parse(JSON.stringify(values, (_key, value) => (typeof value === "bigint" ? String(value) : value)));

/** Reads one setting in a larger statement, in the type of its initial value. */
export function selectSetting<F extends Fields>(
  { name, fields }: Pick<Settings<F>, "name" | "fields">,
  key: keyof F & string,
): SQL {
  const initial = fields[key]?.initial;
  const type =
    { bigint: "bigint", number: "integer", boolean: "boolean" }[typeof initial as "bigint"] ?? "text";
  const value = sql.raw(`(select (value ->> '${key}')::${type} from settings where name = '${name}')`);
  return initial == null ? value : sql`coalesce(${value}, ${initial}::${sql.raw(type)})`;
}
