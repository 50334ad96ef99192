import { and, arrayContains } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import type { Ctx } from "#lib/core/context";
import { isValid } from "./valid-token.ts";

/** Whether any valid token is for this web origin: all that a browser's preflight, which has no token, may ask. */
export async function originKnown(ctx: Ctx, origin: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(arrayContains(tokens.origins, [origin]), isValid()))
    .limit(1);
  return row !== undefined;
}
