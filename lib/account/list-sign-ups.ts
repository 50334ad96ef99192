import { asc, eq, sql } from "drizzle-orm";
import { signUps } from "#db/schema/account";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { groupedPhone } from "#lib/core/phone";

export interface SignUpView {
  id: number;
  email: string;
  name: string;
  /** Grouped for reading. */
  phone: string;
  about: string;
  address: string | null;
  askedAt: Date;
  /** The e-mail has an account already: it can only be refused. */
  taken: boolean;
}

/** Who waits for an account, the longest first. Admins only. */
export async function listSignUps(ctx: Ctx): Promise<SignUpView[]> {
  requireAdmin(ctx);
  const { id, email, name, phone, about, address, askedAt } = signUps;
  const taken = sql<boolean>`exists (select from accounts a where lower(a.email) = sign_ups.email)`;
  const rows = await ctx.db
    .select({ id, email, name, phone, about, address, askedAt, taken })
    .from(signUps)
    .where(eq(signUps.state, "pending"))
    .orderBy(asc(id))
    .limit(100);
  return rows.map((row) => ({ ...row, phone: groupedPhone(row.phone) }));
}
