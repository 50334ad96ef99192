import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound } from "#lib/core/error";
import { contact } from "./contact.ts";

/** Its reader asks again then: whom to write to may have changed. */
const EXPIRES_MS = 90 * 24 * 60 * 60_000;

/**
 * Returns where to report a security problem, as `/.well-known/security.txt` (RFC 9116) says it, from the operator's contact. For
 * everyone. @throws not_found while there is no e-mail and no number to give
 */
export async function securityText(ctx: Ctx, now = new Date()): Promise<string> {
  const { email, phone } = await contact(ctx);
  const reached = [...(email ? [`mailto:${email}`] : []), ...(phone ? [`tel:${phone.e164}`] : [])];
  if (reached.length === 0) throw notFound("page");
  const expires = new Date(now.getTime() + EXPIRES_MS).toISOString();
  return [
    ...reached.map((address) => `Contact: ${address}`),
    `Expires: ${expires}`,
    `Canonical: ${env().NEXTAUTH_URL.replace(/\/+$/, "")}/.well-known/security.txt`,
    "",
  ].join("\n");
}
