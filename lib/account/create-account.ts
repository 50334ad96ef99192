import { type SQL, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { staff } from "#db/schema/staff";
import type { Ctx } from "#lib/core/context";
import { brokenConstraint, PortalError } from "#lib/core/error";
import { generatePassword, hashPassword } from "./password/hash.ts";
import { checkPassword } from "./password/rule.ts";

export interface NewAccount {
  email: string;
  name: string;
  password?: string | undefined;
}

export interface Credentials {
  passwordHash: string;
  /** Set when no password was given: shown this once, and good only to choose another. */
  generated: string | undefined;
}

/** The hash of the given password, or of a generated one. Slow on purpose: call it outside the transaction. */
export async function newCredentials({ email, name, password }: NewAccount): Promise<Credentials> {
  if (password !== undefined) await checkPassword(password, { email, name });
  const chosen = password ?? generatePassword();
  return { passwordHash: await hashPassword(chosen), generated: password === undefined ? chosen : undefined };
}

/** Writes the row of `accounts`. @throws conflict at `email` when somebody has it. */
export async function insertAccount(
  ctx: Ctx,
  role: "reseller" | "admin",
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
    if (brokenConstraint(error) !== "accounts_email") throw error;
    const words = `${email} has an account already.`;
    throw new PortalError("conflict", words, { fields: { email: [words] }, cause: error });
  }
}

/** Writes the rows of an admin with a role, the owner's unless given. @throws conflict at `email` when somebody has it. */
export async function insertAdmin(
  ctx: Ctx,
  account: NewAccount,
  credentials: Credentials,
  roleId: number | SQL = sql`(select id from staff_roles where built_in = 'owner')`,
): Promise<number> {
  const id = await insertAccount(ctx, "admin", account, credentials);
  const givenBy = ctx.actor.kind === "admin" ? ctx.actor.id : null;
  await ctx.db.insert(staff).values({ id, roleId, givenBy });
  return id;
}
