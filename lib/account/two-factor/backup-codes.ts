import { eq } from "drizzle-orm";
import { backupCodes } from "#db/schema/access";
import type { Ctx } from "#lib/core/context";
import { randomLetters } from "../password/hash.ts";
import { hashBackupCode } from "./code.ts";

/**
 * Writes ten new backup codes of an account over those before. Part of its caller's transaction, which holds the account's
 * second factor. @returns them as they are typed ("k7mq2-9hxpd"): what is kept does not tell them
 */
export async function writeBackupCodes(ctx: Ctx, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => randomLetters(10));
  await ctx.db.delete(backupCodes).where(eq(backupCodes.accountId, accountId));
  await ctx.db.insert(backupCodes).values(codes.map((code) => ({ accountId, hash: hashBackupCode(code) })));
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}
