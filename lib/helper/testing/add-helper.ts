import { sql } from "drizzle-orm";
import { helpers } from "#db/schema/helper";
import { createConfirmedSession, seedHelper } from "#lib/account/testing/test-accounts";
import type { Ctx } from "#lib/core/context";
import type { HelperPermission } from "#lib/core/helper-permission";
import type { Minor } from "#lib/core/money/money";

interface TestHelper {
  dailyLimit?: Minor | null;
  permissions?: readonly HelperPermission[];
}

let count = 0;

/** Adds a helper of the reseller `ctx`, with a session that has just confirmed its password. */
export async function addHelper(ctx: Ctx, { dailyLimit = null, permissions = [] }: TestHelper = {}) {
  if (ctx.actor.kind !== "reseller") throw new Error("Only a reseller has helpers.");
  count += 1;
  const { id: resellerId, level } = ctx.actor;
  const [row] = await ctx.db.execute<{ tag: string }>(sql`select gen_random_uuid() as tag`);
  const email = `helper-${count}-${row?.tag}@kiosk.test`;
  const id = await seedHelper(ctx, { email, name: `Helper ${count}` });
  await ctx.db.insert(helpers).values({ id, resellerId, dailyLimit, permissions: [...permissions] });
  const sessionId = await createConfirmedSession(ctx, id);
  const actor = { kind: "helper", id, resellerId, email, level, sessionId, permissions } as const;
  return { id, email, ctx: { ...ctx, actor } satisfies Ctx };
}
