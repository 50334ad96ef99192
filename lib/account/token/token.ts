import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { and, arrayContains, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { tokens } from "#db/schema/token";
import type { Ctx } from "#lib/core/context";

const BASE62_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const TOKEN_PATTERN = /^(kiosk_(?:live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/**
 * Generates a token: a prefix for scanners of leaked secrets, 256 random bits, and a checksum that detects a
 * mistyped token without a query.
 */
export function generateToken(test: boolean): string {
  const body = `kiosk_${test ? "test" : "live"}_${base62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43)}`;
  return body + checksum(body);
}

/** Whether a text has the form and checksum of a token. */
export function looksLikeToken(text: string): boolean {
  const [, body = "", sum] = TOKEN_PATTERN.exec(text) ?? [];
  return sum !== undefined && checksum(body) === sum;
}

export const hashToken = (token: string) => hash("sha256", token);

/** Returns the end of the checksum, by which the owner recognises the token; it reveals no secret. */
export const tokenHint = (token: string) => token.slice(-4);

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6);
}

function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; rest > 0n; rest /= 62n) text = BASE62_DIGITS[Number(rest % 62n)] + text;
  return text.padStart(length, "0");
}

/** Builds the condition that a token is valid, by the database's clock. */
export function isTokenValid(): SQL | undefined {
  return and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`)));
}

/** Whether any valid token allows this web origin, for a browser's preflight, which sends no token. */
export async function isOriginAllowed(ctx: Ctx, origin: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(arrayContains(tokens.origins, [origin]), isTokenValid()))
    .limit(1);
  return row !== undefined;
}
