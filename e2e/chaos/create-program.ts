import { sql } from "drizzle-orm";
import { createToken } from "#lib/account/token/create-token";
import { rotateToken } from "#lib/account/token/rotate-token";
import type { Ctx } from "#lib/core/context";
import { createApiBuyer, createPriceReader } from "./api-buyer.ts";
import type { Person } from "./buyer.ts";
import type { Limits } from "./judge-limits.ts";

export interface ProgramLimits {
  day?: bigint;
  purchase?: bigint;
  networkIds?: number[];
  /** Of all that its reseller buys. */
  resellerDay?: bigint;
}

/**
 * Creates a reseller's program with limits. One with a limit of the day has renewed its token, and uses both in turn: they
 * share the limit.
 */
export async function createProgram(
  ctx: Ctx,
  resellerId: number,
  { resellerDay, ...own }: ProgramLimits,
): Promise<{ person: Person; limits: Limits[] }> {
  const { day, purchase, networkIds } = own;
  const { id, token } = await createToken(ctx, {
    ...{ resellerId, name: "chaos", dailyLimit: day ?? null },
    ...{ purchaseLimit: purchase ?? null, networkIds: networkIds ?? null },
  });
  const renewed = day === undefined ? [] : [(await rotateToken(ctx, { id, overlapHours: 24 })).token];
  if (resellerDay !== undefined)
    await ctx.db.execute(sql`update resellers set daily_limit = ${resellerDay} where id = ${resellerId}`);
  const spender = Object.keys(own).length > 0 ? `token ${id}` : undefined;
  const askers = [token, ...renewed].map(createApiBuyer);
  let calls = 0;
  const person: Person = {
    ...{ name: String(resellerId), reseller: resellerId, spender, channel: "api" },
    ask: async (...order) => askers[calls++ % askers.length]?.(...order),
    readPrices: createPriceReader(token),
  };
  return {
    person,
    limits: [
      ...(spender ? [{ reseller: resellerId, spender, ...own }] : []),
      ...(resellerDay === undefined ? [] : [{ reseller: resellerId, day: resellerDay }]),
    ],
  };
}
