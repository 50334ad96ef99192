import { inArray } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import type { Ctx } from "#lib/core/context";

const OTHER_ACTOR_NAMES: Record<string, string> = {
  visitor: "A visitor",
  "system:cli": "The command line",
};

/** Reads the names of actors ("admin:3", "system:jobs"), by actor. */
export async function getActorNames(ctx: Ctx, actors: Iterable<string>): Promise<Map<string, string>> {
  const all = [...new Set(actors)];
  const people = new Map(all.flatMap((actor) => parseAccountActor(actor)));
  const rows =
    people.size === 0
      ? []
      : await ctx.db
          .select({ id: accounts.id, name: accounts.name })
          .from(accounts)
          .where(inArray(accounts.id, [...new Set(people.values())]));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return new Map(all.map((actor) => [actor, names.get(people.get(actor) ?? 0) ?? formatOtherActor(actor)]));
}

/** Puts the names of actors in place of the actors in a column. */
export async function nameActors<Row, Key extends keyof Row>(
  ctx: Ctx,
  rows: readonly (Row & Record<Key, string | null>)[],
  key: Key,
): Promise<Row[]> {
  const names = await getActorNames(
    ctx,
    rows.flatMap((row) => row[key] ?? []),
  );
  return rows.map((row) => ({ ...row, [key]: row[key] && names.get(row[key]) }));
}

function formatOtherActor(actor: string): string {
  const [kind, id] = actor.split(":");
  if (kind === "token") return `API token ${id}`;
  return OTHER_ACTOR_NAMES[actor] ?? (kind === "system" ? "The portal" : actor);
}

function parseAccountActor(actor: string): [string, number][] {
  const [, id] = /^(?:admin|reseller|helper|customer):(\d+)$/.exec(actor) ?? [];
  return id ? [[actor, Number(id)]] : [];
}
