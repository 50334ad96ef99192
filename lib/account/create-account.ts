import { type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { staff } from "#db/schema/staff";
import type { Ctx, Person } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { PortalError } from "#lib/core/error";
import { checkPasswordStrength } from "./password/check-password-strength.ts";
import { generatePassword, hashPassword } from "./password/hash-password.ts";

export interface NewAccount {
  email: string;
  name: string;
  password?: string | undefined;
}

export interface Credentials {
  passwordHash: string;
  /** Set without a chosen password: shown only once, and valid only to choose another. */
  generated: string | undefined;
}

/** Hashes the chosen password, or a generated one. Slow on purpose: call it outside the transaction. */
export async function createCredentials({ email, name, password }: NewAccount): Promise<Credentials> {
  if (password !== undefined) await checkPasswordStrength(password, { email, name });
  const chosen = password ?? generatePassword();
  return { passwordHash: await hashPassword(chosen), generated: password === undefined ? chosen : undefined };
}

/** Inserts the row of `accounts`. @throws conflict at `email` when it has an account. */
export async function insertAccount(
  ctx: Ctx,
  role: Person["kind"],
  { email, name }: NewAccount,
  { passwordHash, generated }: Credentials,
): Promise<number> {
  try {
    const [row] = await ctx.db
      .insert(accounts)
      .values({ role, email, name, passwordHash, passwordGenerated: generated !== undefined })
      .returning({ id: accounts.id });
    if (!row) throw new Error("An account was not written.");
    return row.id;
  } catch (error) {
    if (getViolatedConstraint(error) !== "accounts_email") throw error;
    const message = `${email} has an account already.`;
    throw new PortalError("conflict", message, { fields: { email: [message] }, cause: error });
  }
}

/**
 * Inserts the rows of an admin with a role, by default the owner's.
 * @throws conflict at `email` when it has an account.
 */
export async function insertAdmin(
  ctx: Ctx,
  account: NewAccount,
  credentials: Credentials,
  roleId: number | SQL = sql`(select id from staff_roles where built_in = 'owner')`,
): Promise<number> {
  const id = await insertAccount(ctx, "admin", account, credentials);
  const grantedBy = ctx.actor.kind === "admin" ? ctx.actor.id : null;
  await ctx.db.insert(staff).values({ id, roleId, grantedBy });
  return id;
}
