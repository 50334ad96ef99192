import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { and, arrayContains, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import type { Ctx } from "#lib/core/context";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^(kiosk_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/**
 * A new token: a prefix that scanners of leaked secrets can look for, 256 random bits, and a checksum by
 * which a mistyped one is told without asking the database.
 */
export function newToken(test: boolean): string {
  const body = `kiosk_${test ? "test" : "live"}_${base62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43)}`;
  return body + checksum(body);
}

/** Whether a text may be a token at all. */
export function looksLikeToken(text: string): boolean {
  const [, body = "", sum] = SHAPE.exec(text) ?? [];
  return sum !== undefined && checksum(body) === sum;
}

/** What is kept of a token. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** By what its owner recognises it: the end of the checksum gives nothing of the secret away. */
export const tokenHint = (token: string) => token.slice(-4);

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6);
}

function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}

/** The condition that a token still works, by the database's clock. */
export function isValid(): SQL | undefined {
  return and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`)));
}

/** Whether any valid token is for this web origin: all that a browser's preflight, which has no token, may ask. */
export async function originKnown(ctx: Ctx, origin: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(arrayContains(tokens.origins, [origin]), isValid()))
    .limit(1);
  return row !== undefined;
}
