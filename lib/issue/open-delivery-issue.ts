import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { deliveryIssueMessages, deliveryIssues, SYMPTOMS } from "#db/schema/delivery-issue";
import { recordAudit } from "#lib/audit/record-audit";
import { selectSetting } from "#lib/audit/settings/read-settings";
import { type Buyer, type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError, type PortalError } from "#lib/core/error";
import type { UndeliveredReport } from "#lib/core/module";
import { instant, int, readRows } from "#lib/core/read-rows";
import { reasonSchema } from "#lib/core/text/reason";
import { isOwnPurchase } from "#lib/purchase/read/purchase-columns";
import { isIssueRefunded, isOwnIssuePurchase, issuePurchase } from "./delivery-issue-view.ts";
import { issueSettings } from "./issue-settings.ts";

const Ident = z.string().max(40);

export const OpenDeliveryIssueInput = z.object({
  ident: Ident,
  symptom: z.enum(SYMPTOMS, "Choose what your customer saw."),
  details: z.string().trim().max(500, "Use at most 500 characters.").default(""),
});
export type OpenDeliveryIssueInput = z.input<typeof OpenDeliveryIssueInput>;

const REPLY_DEADLINE = sql`now() + make_interval(hours => ${selectSetting(issueSettings, "replyHours")})`;

/**
 * Opens a delivery issue for the acting reseller's purchase or the acting helper's sale, and sets the time by
 * which an admin replies.
 * @throws not_found; conflict when it has one, was not sent, or is too old.
 */
export async function openDeliveryIssue(ctx: Ctx, input: OpenDeliveryIssueInput): Promise<void> {
  const buyer = requireReseller(ctx, "sell");
  const { ident, symptom, details } = OpenDeliveryIssueInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [made] = await readRows(tx.db, z.object({ id: int, answerBy: instant }))`
      insert into delivery_issues (purchase_id, reseller_id, symptom, answer_by)
      select p.id, p.reseller_id, ${symptom}, ${REPLY_DEADLINE}
      from purchases p
      where p.ident = ${ident} and ${isOwnPurchase(buyer)} and p.state in ('successful', 'unconfirmed')
        and p.placed_at > now() - make_interval(
          days => ${selectSetting(issueSettings, "reportingWindowDays")})
      on conflict (purchase_id) do nothing
      returning id, answer_by`;
    if (!made) throw await explainIssueRejection(tx, ident, buyer);
    await tx.db
      .insert(deliveryIssueMessages)
      .values({ deliveryIssueId: made.id, kind: "opened", text: details || null });
    await recordAudit(tx, {
      action: "delivery_issue.opened",
      subject: "delivery_issue",
      subjectId: ident,
      resellerId: buyer.id,
      after: { state: "admin", symptom, answerBy: made.answerBy },
    });
  });
}

/** Does the same for a purchase without a delivery issue, and nothing else. In the caller's transaction. */
export async function openFirstDeliveryIssue(
  ctx: Ctx,
  { ident, ...report }: UndeliveredReport,
): Promise<void> {
  const purchase = sql`(select id from purchases where ident = ${ident})`;
  if ((await ctx.db.$count(deliveryIssues, eq(deliveryIssues.purchaseId, purchase))) > 0) return;
  await openDeliveryIssue(ctx, { ident, ...report });
}

async function explainIssueRejection(ctx: Ctx, ident: string, buyer: Buyer): Promise<PortalError> {
  const [row] = await ctx.db
    .select({
      state: issuePurchase.state,
      hasIssue: sql<boolean>`exists (select from delivery_issues where purchase_id = ${issuePurchase.id})`,
    })
    .from(issuePurchase)
    .where(and(eq(issuePurchase.ident, ident), isOwnIssuePurchase(buyer)));
  if (!row) return notFoundError("purchase");
  if (row.hasIssue) return conflictError("You already reported this. The delivery issue is on this page.");
  if (row.state === "queued" || row.state === "sending")
    return conflictError("This purchase is still processing. Check again in a few minutes.");
  if (row.state === "failed" || row.state === "reversed")
    return conflictError("This purchase failed and was refunded.");
  return conflictError("This purchase is too old for the network to check.");
}

export const AddDeliveryIssueMessageInput = z.object({
  ident: Ident,
  details: reasonSchema({ ask: "Describe what your customer sees now." }),
});
export type AddDeliveryIssueMessageInput = z.input<typeof AddDeliveryIssueMessageInput>;

/** After so many messages, a phone call is quicker. */
const MAX_MESSAGES = 12;

/**
 * Adds a message to a delivery issue that the actor may open. If an admin asked for it, an admin replies next,
 * within a new time; a closed delivery issue is reopened, once.
 * @throws not_found; conflict when no message is accepted any more.
 */
export async function addDeliveryIssueMessage(ctx: Ctx, input: AddDeliveryIssueMessageInput): Promise<void> {
  const buyer = requireReseller(ctx, "sell");
  const { ident, details } = AddDeliveryIssueMessageInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db
      .select({
        id: deliveryIssues.id,
        state: deliveryIssues.state,
        reopened: deliveryIssues.reopened,
        over: sql<boolean>`${isIssueRefunded}`,
      })
      .from(deliveryIssues)
      .innerJoin(issuePurchase, eq(issuePurchase.id, deliveryIssues.purchaseId))
      .where(and(eq(issuePurchase.ident, ident), isOwnIssuePurchase(buyer)))
      .for("update", { of: deliveryIssues });
    if (!before) throw notFoundError("delivery issue");
    if (before.over) throw conflictError("The purchase was refunded, so this delivery issue is closed.");
    if (before.state === "closed" && before.reopened)
      throw conflictError("This delivery issue was already reopened once. Contact support if you disagree.");
    const messages = await tx.db.$count(
      deliveryIssueMessages,
      sql`${deliveryIssueMessages.deliveryIssueId} = ${before.id}
        and ${deliveryIssueMessages.adminId} is null`,
    );
    if (messages >= MAX_MESSAGES)
      throw conflictError("This delivery issue has reached its message limit. Contact support.");
    const again = before.state === "closed";
    const [after] = await tx.db
      .update(deliveryIssues)
      .set({
        state: "admin",
        outcome: null,
        changedAt: sql`now()`,
        version: sql`${deliveryIssues.version} + 1`,
        ...(before.state !== "admin" && { answerBy: REPLY_DEADLINE }),
        ...(again && { reopened: true }),
      })
      .where(eq(deliveryIssues.id, before.id))
      .returning({ answerBy: deliveryIssues.answerBy });
    await tx.db
      .insert(deliveryIssueMessages)
      .values({ deliveryIssueId: before.id, kind: again ? "reopened" : "reply", text: details });
    await recordAudit(tx, {
      action: again ? "delivery_issue.reopened" : "delivery_issue.replied",
      subject: "delivery_issue",
      subjectId: ident,
      resellerId: buyer.id,
      before: { state: before.state },
      after: { state: "admin", answerBy: after?.answerBy },
    });
  });
}
