import { inArray } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";

/** The people behind actors ("admin:3"), by actor; programs and the portal itself keep their own names. */
export async function actorNames(ctx: Ctx, actors: Iterable<string>): Promise<Map<string, string>> {
  const people = new Map([...actors].flatMap((actor) => personOf(actor)));
  if (people.size === 0) return new Map();
  const rows = await ctx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(inArray(accounts.id, [...new Set(people.values())]));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return new Map([...people].map(([actor, id]) => [actor, names.get(id) ?? actor]));
}

function personOf(actor: string): [string, number][] {
  const [, id] = /^(?:admin|reseller|customer):(\d+)$/.exec(actor) ?? [];
  return id ? [[actor, Number(id)]] : [];
}
