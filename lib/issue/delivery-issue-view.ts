import { and, asc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts } from "#db/schema/account";
import { deliveryIssueMessages, deliveryIssues } from "#db/schema/delivery-issue";
import { purchases } from "#db/schema/purchase";
import { type Buyer, type Ctx, formatActor, requireAdmin, requireBuyer } from "#lib/core/context";
import { isRefunded } from "#lib/core/purchase-state";

export type Symptom = (typeof deliveryIssues.$inferSelect)["symptom"];

export interface DeliveryIssueMessage {
  at: Date;
  kind: (typeof deliveryIssueMessages.$inferSelect)["kind"];
  /** Null for a message without text, or after erasure. */
  text: string | null;
  erased: boolean;
  /** The time for the next reply that this one promises. */
  answerBy: Date | null;
  /** The reseller or helper who wrote it, where that isn't the reader. */
  by: string | null;
}

export interface DeliveryIssueView {
  ident: string;
  symptom: Symptom;
  openedAt: Date;
  /** The party that acts next: `admin` is an admin, `customer` the customer; `closed` is neither. */
  state: "admin" | "customer" | "closed";
  outcome: "delivered" | "money_back" | null;
  answerBy: Date;
  /** That time has passed by the database's clock, and an admin still has to reply. */
  overdue: boolean;
  reopened: boolean;
  version: number;
  messages: DeliveryIssueMessage[];
}

/** The same for admins, with the author and the note of each reply. */
export interface AdminDeliveryIssueView extends Omit<DeliveryIssueView, "messages"> {
  resellerName: string;
  messages: (DeliveryIssueMessage & { admin: string | null; note: string | null })[];
}

export const issuePurchase = alias(purchases, "bought");

/** The condition that the purchase was refunded in any way, which closes the delivery issue. */
export const isIssueRefunded: SQL = isRefunded(issuePurchase.state);

/** Builds the state columns from a delivery issue and its purchase. `of` is the table or its alias. */
export function buildIssueStateColumns(of: Readonly<Record<"state" | "outcome" | "answerBy", SQLWrapper>>) {
  return {
    state: sql<DeliveryIssueView["state"]>`case when ${isIssueRefunded} then 'closed' else ${of.state} end`,
    outcome: sql<
      DeliveryIssueView["outcome"]
    >`case when ${isIssueRefunded} then 'money_back' else ${of.outcome} end`,
    overdue: sql<boolean>`(${of.state} = 'admin' and not ${isIssueRefunded} and ${of.answerBy} < now())`,
  };
}

const columns = {
  id: deliveryIssues.id,
  ident: issuePurchase.ident,
  symptom: deliveryIssues.symptom,
  openedAt: deliveryIssues.openedAt,
  ...buildIssueStateColumns(deliveryIssues),
  answerBy: deliveryIssues.answerBy,
  reopened: deliveryIssues.reopened,
  version: deliveryIssues.version,
  resellerName: accounts.name,
};

/** Builds the condition that the purchase is the buyer's, and a helper's own sale. */
export const isOwnIssuePurchase = (buyer: Buyer): SQL | undefined =>
  and(
    eq(issuePurchase.resellerId, buyer.id),
    buyer.kind === "helper" ? eq(issuePurchase.helperId, buyer.helperId) : undefined,
  );

/** Finds the delivery issue of a purchase of the acting reseller, or of one that the acting helper sold. */
export async function findOwnDeliveryIssue(ctx: Ctx, ident: string): Promise<DeliveryIssueView | undefined> {
  const buyer = requireBuyer(ctx, "sell");
  const [row] = await selectIssue(ctx, and(eq(issuePurchase.ident, ident), isOwnIssuePurchase(buyer)));
  if (!row) return undefined;
  const { id: _id, resellerName: _, ...view } = row;
  const messages = await listIssueMessages(ctx, row);
  return {
    ...view,
    messages: messages
      // A refund that waits for approval is shown only once it is made.
      .filter(({ kind }) => kind !== "money_back" || view.outcome === "money_back")
      .map(({ admin: _, note: __, ...message }) => message),
  };
}

/** Finds the delivery issue of a purchase with all messages and notes. Admins only. */
export async function findAdminDeliveryIssue(
  ctx: Ctx,
  ident: string,
): Promise<AdminDeliveryIssueView | undefined> {
  requireAdmin(ctx);
  const [row] = await selectIssue(ctx, eq(issuePurchase.ident, ident));
  if (!row) return undefined;
  const { id: _, ...view } = row;
  return { ...view, messages: await listIssueMessages(ctx, row) };
}

function selectIssue(ctx: Ctx, which: SQL | undefined) {
  return ctx.db
    .select(columns)
    .from(deliveryIssues)
    .innerJoin(issuePurchase, eq(issuePurchase.id, deliveryIssues.purchaseId))
    .innerJoin(accounts, eq(accounts.id, deliveryIssues.resellerId))
    .where(which);
}

/** The record of a message, of the same transaction, names its author. */
function listIssueMessages(ctx: Ctx, { id, ident }: { id: number; ident: string }) {
  return ctx.db
    .select({
      at: deliveryIssueMessages.at,
      kind: deliveryIssueMessages.kind,
      text: deliveryIssueMessages.text,
      erased: sql<boolean>`${deliveryIssueMessages.erasedAt} is not null`,
      answerBy: deliveryIssueMessages.answerBy,
      admin: accounts.name,
      note: deliveryIssueMessages.note,
      by: sql<string | null>`(
        select person.name
        from audit a
        join accounts person on person.id = substring(a.actor from '^(?:reseller|helper):([0-9]+)$')::bigint
        where a.subject = 'delivery_issue' and a.subject_id = ${ident}
          and a.at = ${deliveryIssueMessages.at} and a.actor <> ${formatActor(ctx.actor)}
        limit 1)`,
    })
    .from(deliveryIssueMessages)
    .leftJoin(accounts, eq(accounts.id, deliveryIssueMessages.adminId))
    .where(eq(deliveryIssueMessages.deliveryIssueId, id))
    .orderBy(asc(deliveryIssueMessages.id));
}
