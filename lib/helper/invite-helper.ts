import { sql } from "drizzle-orm";
import type { z } from "zod";
import { inTransaction } from "#db/client";
import { helpers } from "#db/schema/helper";
import { createCredentials, insertAccount } from "#lib/account/create-account";
import { Email, Name } from "#lib/account/fields";
import { createPasswordLink, type PasswordLinkView } from "#lib/account/password/password-link";
import { consumeInvitation, lockInviter } from "#lib/account/reseller/open-invitation";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatTime } from "#lib/core/time/time";
import { isMailEnabled, queueMail } from "#lib/mail/queue-mail";
import { HelperLimits } from "./helper-limits.ts";

/** Helpers of one reseller whose access isn't ended. */
export const MAX_HELPERS = 20;

export const InviteHelperInput = HelperLimits.extend({ email: Email, name: Name });
export type InviteHelperInput = z.input<typeof InviteHelperInput>;

/**
 * Invites a helper of the acting reseller, who chooses a password by a link that works once, within seven
 * days. The link is also sent by email, where emails are sent.
 * @throws conflict at `email`, and above `MAX_HELPERS`; invalid at `confirmPassword`; rate_limited
 */
export async function inviteHelper(
  ctx: Ctx,
  input: InviteHelperInput,
): Promise<{ id: number; email: string; link: PasswordLinkView }> {
  const { id: resellerId } = requireReseller(ctx);
  const { email, name, ...limits } = InviteHelperInput.parse(input);
  await consumeInvitation(ctx, "helpers");
  const credentials = await createCredentials({ email, name });
  return inTransaction(ctx, async (tx) => {
    const inviter = await lockInviter(tx, {
      open: sql`
        select count(*)
        from helpers h
        join accounts a on a.id = h.id
        where h.reseller_id = ${resellerId} and a.closed_at is null`,
      most: MAX_HELPERS,
      full: `You can have up to ${MAX_HELPERS} helpers. End the access of one first.`,
    });
    const id = await insertAccount(tx, "helper", { email, name }, credentials);
    await tx.db.insert(helpers).values({ id, resellerId, ...limits });
    await recordAudit(tx, {
      action: "helper.invited",
      subject: "account",
      subjectId: id,
      resellerId,
      after: { email, name, ...limits },
    });
    const link = await createPasswordLink(tx, { accountId: id, role: "helper" });
    await mailInvitation(tx, { id, email, name, inviter, link });
    return { id, email, link };
  });
}

interface Invitation {
  id: number;
  email: string;
  name: string;
  inviter: string;
  link: PasswordLinkView;
}

async function mailInvitation(ctx: Ctx, { id, email, name, inviter, link }: Invitation): Promise<void> {
  if (!isMailEnabled()) return;
  await queueMail(ctx, {
    kind: "password",
    accountId: id,
    recipient: email,
    hours: 7 * 24,
    letter: {
      subject: `Sell with ${env().PORTAL_NAME}`,
      paragraphs: [
        `Hello ${name},`,
        `${inviter} invited you to sell data on ${env().PORTAL_NAME} from its wallet. The link works once, until ${formatTime(link.expiresAt)}.`,
      ],
      act: { label: "Choose a password", path: `/welcome/${link.secret}` },
      because: "If you didn’t expect this, ignore this email. Never share the link.",
    },
  });
}
