import { and, eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { approvalRequests, type PROPOSAL_KINDS, singleAdminMoves } from "#db/schema/reconcile";
import { type Ctx, requireSystem } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatMoney, type Minor } from "#lib/core/money/money";
import type { Permission } from "#lib/core/permission";
import { consumeSingleAdminLimit, getApprovalLimit, type MovementKind } from "./approval-limits.ts";
import { recordAudit } from "./record-audit.ts";
import { requireConfirmation } from "./require-confirmation.ts";

type ApprovalKind = (typeof PROPOSAL_KINDS)[number];

/**
 * Changes that always need approval. The code that executes an approved one has a function for each; `saved`
 * are those of the settings `of` which it is.
 */
export const SETTINGS_CHANGES = [
  "saved",
  "role",
  "permissions",
  "two_factor",
  "password_link",
  "supplier_on",
  "supplier_order",
  "routing",
  "plan_routing",
  "collection",
  "upgrade_offer",
] as const;
export type SettingsChange = (typeof SETTINGS_CHANGES)[number];

/** A change that may need approval. Amounts in minor units. */
export type NewApprovalRequest = MoneyApprovalRequest | SettingsApprovalRequest;

interface MoneyApprovalRequest extends ApprovalRequestBase {
  kind: MovementKind;
  amount: Minor;
}

/** A change of approval settings, permissions or payment instructions, which always needs approval. */
interface SettingsApprovalRequest extends ApprovalRequestBase {
  kind: "settings";
  /** The new daily limit, for a change of it. */
  amount?: Minor;
  subject: { subject: string; subjectId: string | number };
  /** Facts for the approver and the audit record. */
  facts: { before: Record<string, unknown>; after: Record<string, unknown> };
  /** The change, and the input that its function applies once it is approved. */
  input: { change: SettingsChange; of?: string; wanted: object };
}

interface ApprovalRequestBase {
  reason: string;
  resellerId?: number;
  purchase?: { id: number; ident: string };
  outcome?: "successful" | "failed";
  /** The key of the change: only one request for it can be pending. */
  about?: string | number;
  input?: Record<string, unknown>;
}

/** Returns the permission that the requester and the approver need. */
export const getApprovalPermission = (kind: ApprovalKind): Permission =>
  kind === "settings" ? "staff" : "money";

/** Lifetime of a request. The database enforces it (`check_approval`), and the approver's permission. */
export const REQUEST_LIFETIME = sql`interval '7 days'`;

/** The result of a change that awaits approval; nothing was done. */
export interface PendingApproval {
  approvalRequest: number;
  /** Set when the daily limit is the reason: the total moved within 24 hours, and the limit. */
  day?: { moved: Minor; above: Minor };
}

/** Explains why a movement below the limit needs approval. */
export const dailyLimitLabel = (
  { moved, above }: NonNullable<PendingApproval["day"]>,
  name: string,
): string =>
  `With the ${formatMoney(moved)} that ${name} moved without approval in the 24 hours before, it exceeds ${formatMoney(above)}.`;

export function isPendingApproval(done: unknown): done is PendingApproval {
  return typeof done === "object" && done !== null && "approvalRequest" in done;
}

/** Returns the result, for callers that expect no approval. @throws conflict when approval is needed. */
export function requireNoApproval<T>(done: T | PendingApproval): T {
  if (isPendingApproval(done))
    throw new PortalError("conflict", "This needs another admin’s approval. No money was moved.");
  return done;
}

/**
 * Runs a manual adjustment or, above the admin's daily limit, requests approval after a dry run. Without
 * another approver it runs, and the audit record notes that. The operator's commands need no approval,
 * because they have full access to the database anyway.
 * @throws the errors of `act`; conflict when a request for the same is pending; invalid at `confirmPassword`
 */
export function runOrRequestApproval<T>(
  ctx: Ctx,
  movement: NewApprovalRequest,
  act: (ctx: Ctx) => Promise<T>,
): Promise<T | PendingApproval> {
  return inTransaction(ctx, async (ctx) => {
    const { actor } = ctx;
    if (actor.kind !== "admin") return act(ctx);
    await requireConfirmation(ctx);
    const moves = movement.kind === "settings" ? undefined : movement;
    if (moves && (await consumeSingleAdminLimit(ctx, moves, actor.id))) return act(ctx);
    const { hasApprover, above, moved } = await getApprovalLimit(ctx, getApprovalPermission(movement.kind));
    if (hasApprover) {
      await dryRun(ctx, act);
      const day = moves && moves.amount <= above ? { moved, above } : undefined;
      return { approvalRequest: await requestApproval(ctx, movement, actor.id, day), ...(day && { day }) };
    }
    if (moves)
      await ctx.db
        .insert(singleAdminMoves)
        .values({ adminId: actor.id, kind: moves.kind, amount: moves.amount });
    await recordAudit(ctx, {
      action: "second_admin.none",
      ...getAuditSubject(movement),
      resellerId: movement.resellerId,
      reason: movement.reason,
      after: { kind: movement.kind, amount: movement.amount, approver: "none" },
    });
    return act(ctx);
  });
}

/** Runs `act` and rolls it back, to throw its errors. */
async function dryRun(ctx: Ctx, act: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  await ctx.db.execute(sql`savepoint attempt`);
  try {
    await act(ctx);
  } finally {
    await ctx.db.execute(sql`rollback to savepoint attempt`);
  }
}

async function requestApproval(
  ctx: Ctx,
  movement: NewApprovalRequest,
  requestedBy: number,
  day: PendingApproval["day"],
): Promise<number> {
  const { kind, amount, reason, resellerId, purchase, outcome, about } = movement;
  const facts = kind === "settings" ? movement.facts : undefined;
  const input = { ...movement.input, ...facts };
  await expireApprovalRequests({ ...ctx, actor: { kind: "system", name: "approval_requests" } });
  const [made] = await ctx.db
    .insert(approvalRequests)
    .values({
      kind,
      amount,
      reason,
      resellerId,
      outcome,
      input,
      requestedBy,
      purchaseId: purchase?.id,
      about: about === undefined ? undefined : String(about),
      singleAdminTotal: day?.moved,
      singleAdminLimit: day?.above,
    })
    .onConflictDoNothing()
    .returning({ id: approvalRequests.id });
  if (!made)
    throw new PortalError(
      "conflict",
      "An approval request for this is already pending. Nothing was changed.",
    );
  await recordAudit(ctx, {
    action: kind === "settle" ? "purchase.approval_requested" : "approval_request.made",
    ...(kind === "settle" ? getAuditSubject(movement) : { subject: "approval_request", subjectId: made.id }),
    resellerId,
    reason,
    before: { approvalRequest: null, ...facts?.before },
    after:
      kind === "settle"
        ? { approvalRequest: outcome }
        : { approvalRequest: kind, amount, ident: purchase?.ident, ...(facts?.after ?? input) },
  });
  return made.id;
}

function getAuditSubject(movement: NewApprovalRequest): { subject: string; subjectId: string | number } {
  if (movement.kind === "settings") return movement.subject;
  const { kind, purchase, resellerId, about } = movement;
  if (purchase) return { subject: "purchase", subjectId: purchase.ident };
  const subject = AUDIT_SUBJECTS[kind];
  return subject ? { subject, subjectId: about ?? "" } : { subject: "wallet", subjectId: resellerId ?? "" };
}

/** Audit subjects of movements that aren't about a wallet. */
const AUDIT_SUBJECTS: { [K in MovementKind]?: string } = {
  suspense: "money",
  refund: "money",
  funding: "funding",
  settlement: "difference",
  deposit: "upstream",
};

/** A condition: whether a request can still be approved. */
export const isAwaitingApproval = and(
  isNull(approvalRequests.endedAt),
  sql`${approvalRequests.requestedAt} >= now() - ${REQUEST_LIFETIME}`,
);

/** Ends requests that were pending for a week, without moving money. @returns how many */
export async function expireApprovalRequests(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .update(approvalRequests)
      .set({ endedAt: sql`now()` })
      .where(
        and(
          isNull(approvalRequests.endedAt),
          sql`${approvalRequests.requestedAt} < now() - ${REQUEST_LIFETIME}`,
        ),
      )
      .returning();
    for (const { id, kind, amount, resellerId } of ended)
      await recordAudit(tx, {
        action: "approval_request.expired",
        subject: "approval_request",
        subjectId: id,
        resellerId: resellerId ?? undefined,
        before: { approvalRequest: kind, amount },
        after: { approvalRequest: null },
      });
    return ended.length;
  });
}

/** Ends the approval requests about a subject that was decided otherwise. In its caller's transaction. */
export async function endApprovalRequests(ctx: Ctx, kind: ApprovalKind, about: string | number) {
  await ctx.db
    .update(approvalRequests)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(approvalRequests.kind, kind),
        eq(approvalRequests.about, String(about)),
        isNull(approvalRequests.endedAt),
      ),
    );
}
