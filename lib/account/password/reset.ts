import { and, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";
import { Email } from "../fields.ts";
import { closeSessions } from "../session/session.ts";
import { generatePassword } from "./generate.ts";
import { hashPassword } from "./hash.ts";
import { endLinks } from "./link.ts";

export const ResetPasswordInput = z.object({ email: Email });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/**
 * Makes a password for someone who forgot theirs, good only to choose another, and ends their sessions and links.
 * Returns it, this once. @throws not_found
 */
export async function resetPassword(
  ctx: Ctx,
  input: ResetPasswordInput,
): Promise<{ email: string; password: string }> {
  requireAdmin(ctx);
  const { email } = ResetPasswordInput.parse(input);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.db
      .update(accounts)
      .set({ passwordHash, passwordGenerated: true })
      .where(and(sql`lower(${accounts.email}) = ${email}`, isNull(accounts.closedAt)))
      .returning({ id: accounts.id, role: accounts.role });
    if (!account) throw notFound("account");
    await endLinks(tx, account.id);
    const ended = await closeSessions(tx, account.id);
    await record(tx, {
      action: "account.password_reset",
      subject: "account",
      subjectId: account.id,
      resellerId: account.role === "reseller" ? account.id : undefined,
      after: { generated: true, sessionsEnded: ended.length },
    });
    return { email, password };
  });
}
