import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { seal, unseal } from "#lib/core/seal";
import { createCredentials, insertAdmin } from "./create-account.ts";
import { Email, Name, Password } from "./fields.ts";
import { Browser } from "./session/session.ts";
import { type SessionStart, startSession } from "./session/start-session.ts";

const LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Creates the secret of the address at which the first owner signs up. It works for 24 hours, and as long as
 * there is no admin; nothing of it is stored. The operator's command. @returns undefined once there is an
 * admin
 */
export async function createFirstOwnerSecret(ctx: Ctx): Promise<string | undefined> {
  requireSystem(ctx);
  if (await hasAdmin(ctx)) return undefined;
  const sealed = seal(String(Date.now() + LIFETIME_MS), "first owner");
  return Buffer.from(sealed, "base64").toString("base64url");
}

/** Returns whether the first owner can sign up with this secret now. */
export async function isFirstOwnerSecret(ctx: Ctx, { secret }: { secret: string }): Promise<boolean> {
  return isCurrent(secret) && !(await hasAdmin(ctx));
}

export const CreateFirstOwnerInput = z.object({
  secret: z.string().max(200),
  email: Email,
  name: Name,
  password: Password,
  browser: Browser.optional(),
});
export type CreateFirstOwnerInput = z.input<typeof CreateFirstOwnerInput>;

/**
 * Creates the first owner and signs them in; they set up two-factor sign-in next. Works once, also for
 * parallel calls.
 * @throws conflict when the secret is over or there is an admin; invalid at `password`
 */
export async function createFirstOwner(ctx: Ctx, input: CreateFirstOwnerInput): Promise<SessionStart> {
  const { secret, email, name, password, browser } = CreateFirstOwnerInput.parse(input);
  if (!(await isFirstOwnerSecret(ctx, { secret }))) throw linkExpiredError();
  const credentials = await createCredentials({ email, name, password });
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`lock table staff in share row exclusive mode`);
    if (await hasAdmin(tx)) throw linkExpiredError();
    const id = await insertAdmin(tx, { email, name }, credentials);
    const about = { subject: "account", subjectId: id };
    await recordAudit(tx, { ...about, action: "admin.created", after: { email, name, role: "Owner" } });
    return startSession(tx, { id, role: "admin", email, level: null }, browser);
  });
}

function isCurrent(secret: string): boolean {
  try {
    return Number(unseal(Buffer.from(secret, "base64url").toString("base64"), "first owner")) > Date.now();
  } catch {
    return false;
  }
}

async function hasAdmin(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.db.select({ id: accounts.id }).from(accounts).where(sql`role = 'admin'`).limit(1);
  return row !== undefined;
}

function linkExpiredError(): PortalError {
  return new PortalError(
    "conflict",
    "This link doesn’t work any more. Run kiosk owner link for a new one, while there is no admin yet.",
  );
}
