import type { z } from "zod";
import { inTransaction } from "#db/client";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { Reason } from "#lib/core/reason";
import { newCredentials } from "./create-account.ts";
import { CreateResellerInput } from "./create-reseller.ts";
import { type LinkView, newLink } from "./insert-link.ts";
import { insertReseller } from "./insert-reseller.ts";

export const InviteResellerInput = CreateResellerInput.omit({ password: true }).extend({ reason: Reason });
export type InviteResellerInput = z.infer<typeof InviteResellerInput>;

/**
 * Adds a reseller who chooses their password by a link: it works once, for seven days, and nobody else ever
 * knows a password. Admins only. @throws conflict at `email`
 */
export async function inviteReseller(
  ctx: Ctx,
  input: InviteResellerInput,
): Promise<{ id: number; link: LinkView }> {
  requireAdmin(ctx);
  const { reason, ...wanted } = InviteResellerInput.parse(input);
  const credentials = await newCredentials(wanted);
  return inTransaction(ctx, async (tx) => {
    const id = await insertReseller(tx, wanted, credentials, reason);
    return { id, link: await newLink(tx, { accountId: id }) };
  });
}
