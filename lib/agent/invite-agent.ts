import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { agents } from "#db/schema/agent";
import { Name } from "#lib/account/fields";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { consumeInvitation, lockInviter } from "#lib/account/reseller/open-invitation";
import { generateSecret, hashSecret } from "#lib/account/session/session";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { readRow } from "#lib/core/read-rows";
import { toMobileNumber } from "#lib/core/text/contact-phone";

export const InviteAgentInput = z.object({
  name: Name,
  phone: z.string("Enter a phone number.").max(40).transform(toMobileNumber),
});
export type InviteAgentInput = z.input<typeof InviteAgentInput>;

export interface AgentInvitation {
  id: number;
  /** At the end of the link, `/sign-up?agent=…`; shown only once. */
  secret: string;
  expiresAt: Date;
}

/**
 * Invites an agent of the acting reseller, who signs up by a link within seven days; the operator approves it as any
 * sign-up.
 * @throws not_found while the reseller may have no agents; conflict at the maximum; invalid at `confirmPassword`;
 * rate_limited
 */
export async function inviteAgent(ctx: Ctx, input: InviteAgentInput): Promise<AgentInvitation> {
  const { id: parentId } = requireReseller(ctx);
  const { name, phone } = InviteAgentInput.parse(input);
  await requireParent(ctx);
  await consumeInvitation(ctx, "agents");
  const { most } = await readSettings(ctx, agentSettings);
  const secret = generateSecret();
  return inTransaction(ctx, async (tx) => {
    await lockInviter(tx, {
      open: sql`
        select count(*) from agents
        where parent_id = ${parentId} and state <> 'ended' and (state <> 'invited' or expires_at > now())`,
      most,
      full: `You can have up to ${most} agents. End one, or withdraw an invitation first.`,
    });
    const [made] = await tx.db
      .insert(agents)
      .values({ parentId, name, phone, hash: hashSecret(secret), expiresAt: sql`now() + interval '7 days'` })
      .returning({ id: agents.id, expiresAt: agents.expiresAt });
    if (!made) throw new Error("An invitation was not written.");
    await recordAudit(tx, {
      action: "agent.invited",
      subject: "agent",
      subjectId: made.id,
      resellerId: parentId,
      after: { name, phone },
    });
    return { ...made, secret };
  });
}

/** Whether the acting reseller may have agents now. */
export async function mayHaveAgents(ctx: Ctx): Promise<boolean> {
  const { id } = requireReseller(ctx);
  const { may } = await readRow(ctx.db, z.object({ may: z.boolean() }))`
    select agent_terms_version(${id}) is not null as may`;
  return may;
}

/** @throws not_found where the operator's settings, or that they are an agent, exclude the acting reseller */
export async function requireParent(ctx: Ctx): Promise<void> {
  if (!(await mayHaveAgents(ctx))) throw notFoundError("page");
}

export const WithdrawInvitationInput = z.object({ id: Id });
export type WithdrawInvitationInput = z.input<typeof WithdrawInvitationInput>;

/** Withdraws an invitation of the acting reseller: its link ends. @throws conflict when they signed up meanwhile */
export async function withdrawInvitation(ctx: Ctx, input: WithdrawInvitationInput): Promise<void> {
  const { id: parentId } = requireReseller(ctx);
  const { id } = WithdrawInvitationInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const isOwn = and(eq(agents.id, id), eq(agents.parentId, parentId));
    const [ended] = await tx.db
      .update(agents)
      .set({
        state: "ended",
        endedAt: sql`now()`,
        endedBy: `reseller:${parentId}`,
        reason: "The invitation was withdrawn.",
      })
      .where(and(isOwn, eq(agents.state, "invited")))
      .returning({ id: agents.id });
    if (!ended) {
      if ((await tx.db.$count(agents, isOwn)) === 0) throw notFoundError("invitation");
      throw conflictError("This invitation was already used or withdrawn.");
    }
    await recordAudit(tx, {
      action: "agent.invitation_withdrawn",
      subject: "agent",
      subjectId: id,
      resellerId: parentId,
      before: { state: "invited" },
      after: { state: "ended" },
    });
  });
}
