import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { resellers } from "#db/schema/account";
import { agents } from "#db/schema/agent";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { hashSecret } from "#lib/account/session/session";
import { recordAudit } from "#lib/audit/record-audit";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, formatActor } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { int, readRows } from "#lib/core/read-rows";
import { formatPhone } from "#lib/core/text/phone";

/** An agent's invitation, as its link shows it. */
export interface OpenAgentInvitation {
  /** The name of the reseller who invites. */
  parent: string;
  /** The agent's, as the parent wrote them. */
  name: string;
  phone: string;
}

const isOpen = (secret: string): SQL => sql`
  g.hash = ${hashSecret(secret)} and g.state = 'invited' and g.expires_at > now()
    and agent_terms_version(g.parent_id) is not null`;

/**
 * Finds the invitation of a link; undefined once it was used or withdrawn, has expired, or the parent can't have
 * agents.
 */
export async function findAgentInvitation(
  ctx: Ctx,
  secret: string,
): Promise<OpenAgentInvitation | undefined> {
  const [invitation] = await readRows(
    ctx.db,
    z.object({ parent: z.string(), name: z.string(), phone: z.string() }),
  )`
    select a.name as parent, g.name, g.phone
    from agents g
    join accounts a on a.id = g.parent_id
    where ${isOpen(secret)}`;
  return invitation && { ...invitation, phone: formatPhone(invitation.phone) };
}

/**
 * Uses an invitation for a new sign-up request. Part of its caller's transaction.
 * @throws conflict where `findAgentInvitation` finds none
 */
export async function acceptAgentInvitation(tx: Ctx, secret: string, signUpId: number): Promise<void> {
  const [pair] = await readRows(tx.db, z.object({ id: int, parentId: int }))`
    update agents g
    set state = 'applied', sign_up_id = ${signUpId}
    where ${isOpen(secret)}
    returning g.id, g.parent_id`;
  if (!pair) {
    const message =
      "This invitation has expired or was used or withdrawn. Nothing was sent. Ask for a new link, or sign up without it.";
    throw conflictError(message);
  }
  await recordAudit(tx, {
    action: "agent.applied",
    subject: "agent",
    subjectId: pair.id,
    resellerId: pair.parentId,
    before: { state: "invited" },
    after: { state: "applied", signUp: signUpId },
  });
}

/** The reason for which an approved applicant doesn't become an agent. */
export type PairProblem = "off" | "full";

const PROBLEM_REASONS: Record<PairProblem, string> = {
  off: "The account was opened without it: this reseller can’t have agents now.",
  full: "The account was opened without it: this reseller has the maximum of agents.",
};

/** Selects why the pair `g` of a request can't begin now; null where it can. */
export const selectPairProblem = (most: number): SQL => sql`case
  when agent_terms_version(g.parent_id) is null then 'off'
  when (select count(*) from agents o where o.parent_id = g.parent_id and o.state = 'active') >= ${most} then 'full'
end`;

/**
 * Begins the pair of an approved request, if it came by an invitation and the parent may have one more agent; else
 * ends it. Part of its caller's transaction.
 */
export async function startAgent(tx: Ctx, { signUpId, agentId }: { signUpId: number; agentId: number }) {
  const { most } = await readSettings(tx, agentSettings);
  // Serialises approvals of agents of one parent.
  await tx.db.execute(sql`
    select from resellers
    where id = (select parent_id from agents where sign_up_id = ${signUpId})
    for no key update`);
  const [pair] = await readRows(
    tx.db,
    z.object({ id: int, parentId: int, problem: z.enum(["off", "full"]).nullable() }),
  )`
    select g.id, g.parent_id, ${selectPairProblem(most)} as problem
    from agents g
    where g.sign_up_id = ${signUpId} and g.state = 'applied'
    for update`;
  if (!pair) return;
  if (pair.problem) return endApplication(tx, signUpId, PROBLEM_REASONS[pair.problem]);
  await tx.db
    .update(agents)
    .set({ state: "active", agentId, startedAt: sql`now()`, signUpId: null })
    .where(eq(agents.id, pair.id));
  await tx.db.update(resellers).set({ parentId: pair.parentId }).where(eq(resellers.id, agentId));
  await recordAudit(tx, {
    action: "agent.started",
    subject: "agent",
    subjectId: pair.id,
    resellerId: agentId,
    before: { state: "applied" },
    after: { state: "active", parent: pair.parentId },
  });
}

/** Ends the pair of a request, if it came by an invitation. Part of its caller's transaction. */
export async function endApplication(tx: Ctx, signUpId: number, reason: string): Promise<void> {
  const [pair] = await tx.db
    .update(agents)
    // The request is deleted one day.
    .set({ state: "ended", endedAt: sql`now()`, endedBy: formatActor(tx.actor), reason, signUpId: null })
    .where(and(eq(agents.signUpId, signUpId), eq(agents.state, "applied")))
    .returning({ id: agents.id, parentId: agents.parentId });
  if (!pair) return;
  await recordAudit(tx, {
    action: "agent.ended",
    subject: "agent",
    subjectId: pair.id,
    resellerId: pair.parentId,
    reason,
    before: { state: "applied" },
    after: { state: "ended" },
  });
}
