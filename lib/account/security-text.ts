import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import { getOperatorContact } from "./operator-contact.ts";

/** Its readers fetch it again after this time, because the contact may have changed. */
const EXPIRES_MS = 90 * 24 * 60 * 60_000;

/**
 * Builds `/.well-known/security.txt` (RFC 9116) from the operator's contact. Open to everyone.
 * @throws not_found without an email or a number
 */
export async function buildSecurityText(ctx: Ctx, now = new Date()): Promise<string> {
  const { email, phone } = await getOperatorContact(ctx);
  const reached = [...(email ? [`mailto:${email}`] : []), ...(phone ? [`tel:${phone.e164}`] : [])];
  if (reached.length === 0) throw notFoundError("page");
  const expires = new Date(now.getTime() + EXPIRES_MS).toISOString();
  return [
    ...reached.map((address) => `Contact: ${address}`),
    `Expires: ${expires}`,
    `Canonical: ${env().NEXTAUTH_URL.replace(/\/+$/, "")}/.well-known/security.txt`,
    "",
  ].join("\n");
}
