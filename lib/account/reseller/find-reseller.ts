import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { accounts, resellers } from "#db/schema/account";
import { Email } from "#lib/account/fields";
import { type Ctx, type Level, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";

export const FindResellerInput = z.object({ email: Email });
export type FindResellerInput = z.infer<typeof FindResellerInput>;

export interface ResellerView {
  id: number;
  email: string;
  name: string;
  level: Level;
  state: "active" | "restricted" | "closed";
}

/** Finds the reseller with this email, for the operator. @throws not_found */
export async function findReseller(ctx: Ctx, input: FindResellerInput): Promise<ResellerView> {
  requireAdmin(ctx);
  const { email } = FindResellerInput.parse(input);
  const [reseller] = await ctx.db
    .select({
      id: accounts.id,
      email: accounts.email,
      name: accounts.name,
      level: resellers.level,
      state: resellers.state,
    })
    .from(accounts)
    .innerJoin(resellers, eq(resellers.id, accounts.id))
    .where(sql`lower(${accounts.email}) = ${email}`);
  if (!reseller) throw notFoundError("reseller");
  return reseller;
}
