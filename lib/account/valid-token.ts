import { and, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { tokens } from "#db/schema/token";

/** The condition that a token still opens the door, by the database's clock. */
export function isValid(): SQL | undefined {
  return and(isNull(tokens.revokedAt), or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql`now()`)));
}
