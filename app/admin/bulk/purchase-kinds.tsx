import { DeliveredBy } from "#app/admin/review/delivered-by";
import { replyToDeliveryIssuesAction } from "#app/admin/review/delivery-issues/actions.ts";
import { Input } from "#app/ui/form/input";
import { Textarea } from "#app/ui/form/textarea";
import { deliveryIssueStateLabel } from "#app/ui/purchase/delivery-issue-labels.ts";
import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import { deliveryIssueList, type ListedDeliveryIssue } from "#lib/issue/delivery-issue-list";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import type { AdminPurchaseView } from "#lib/purchase/read/purchase-view";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import {
  addPurchaseNotesAction,
  reversePurchasesAction,
  settleDeliveredAction,
  settleFailedAction,
} from "./actions.ts";
import { MAX_BULK_ROWS } from "./bulk-action.ts";
import { type BulkKind, type BulkKindAction, defineBulkKind } from "./bulk-kind.ts";

const requireState =
  (wanted: AdminPurchaseView["state"], words: string) =>
  ({ state, cancelled }: AdminPurchaseView) =>
    state === wanted ? undefined : `${words} Its status: ${purchaseStateLabel(state, cancelled).word}.`;

const RESOLVE_ACT = {
  needs: "money",
  moves: "settle",
  not: requireState("unconfirmed", "Only an unconfirmed purchase can be resolved manually."),
  fields: <DeliveredBy />,
  reasonHint: "Your evidence, for example a ticket.",
} as const;

const RESOLVE_ACTS = {
  delivered: {
    ...RESOLVE_ACT,
    label: "Resolve as delivered",
    does: "Delivered, the payment is kept",
    action: settleDeliveredAction,
  },
  failed: {
    ...RESOLVE_ACT,
    label: "Resolve as failed, refund",
    does: "Refunded to the wallet",
    action: settleFailedAction,
  },
};

export const purchaseKind = defineBulkKind<AdminPurchaseView>({
  name: "purchases",
  here: "/admin/purchases",
  label: "Purchases",
  nouns: ["purchase", "purchases"],
  list: adminPurchaseList,
  row: ({ ident, phone, price, reseller, ...plan }) => ({
    name: ident,
    title: phone,
    amount: price,
    reseller: reseller.id,
    note: `${formatPlanName(plan)} ${plan.typeName}, ${reseller.name}`,
  }),
  acts: {
    ...RESOLVE_ACTS,
    reverse: {
      label: "Reverse, refund",
      needs: "money",
      does: "Refunded to the wallet",
      moves: "reversal",
      not: requireState("successful", "Only a delivered purchase can be reversed."),
      action: reversePurchasesAction,
      reasonHint: "Each reseller sees this on their statement.",
      danger: true,
    },
    note: {
      label: "Add note",
      needs: "answer",
      does: "Note added",
      moves: false,
      not: () => undefined,
      action: addPurchaseNotesAction,
      reasonLabel: null,
      fields: <Textarea label="Note" name="text" maxLength={2000} hint="Only admins see it." />,
    },
  },
});

/** Finds unconfirmed purchases by the filters of their own list, without those that wait for approval. */
const findUnconfirmed = async (ctx: Ctx, filters: Record<string, unknown>): Promise<string[]> => {
  const { rows } = await unconfirmedList.page(ctx, filters, MAX_BULK_ROWS + 1);
  return rows.flatMap(({ ident, approvalRequest }) => (approvalRequest ? [] : [ident]));
};

export const unconfirmedKind: BulkKind = {
  ...purchaseKind,
  name: "unconfirmed",
  here: "/admin/review",
  label: "Unconfirmed purchases",
  acts: RESOLVE_ACTS,
  count: async (ctx, filters) => (await findUnconfirmed(ctx, filters)).length,
  read: async (ctx, chosen, act) =>
    purchaseKind.read(
      ctx,
      "names" in chosen ? chosen : { names: await findUnconfirmed(ctx, chosen.filters) },
      act,
    ),
};

const REPLIES: Record<string, Pick<BulkKindAction<never>, "label" | "does" | "moves">> = {
  asking: { label: "Asking the supplier", does: "Stays open with a new deadline", moves: false },
  owner: { label: "Customer details needed", does: "Awaiting customer", moves: false },
  delivered: { label: "Delivered: close", does: "Closed as delivered", moves: false },
  money_back: { label: "Failed: refund", does: "Refunded to the wallet", moves: "reversal" },
};

export const deliveryIssueKind = defineBulkKind<ListedDeliveryIssue>({
  name: "cases",
  here: "/admin/review/delivery-issues",
  label: "Delivery issues",
  nouns: ["delivery issue", "delivery issues"],
  list: {
    byKeys: (ctx, names) => deliveryIssueList.byKeys(ctx, names, { state: "all" }),
    page: deliveryIssueList.page,
  },
  row: ({ ident, version, phone, price, reseller, ...plan }) => ({
    name: ident,
    version,
    title: phone,
    amount: price,
    reseller: reseller.id,
    note: `${formatPlanName(plan)}, ${reseller.name}`,
  }),
  acts: Object.fromEntries(
    Object.entries(REPLIES).map(([answer, reply]) => [
      answer,
      {
        ...reply,
        needs: reply.moves ? "money" : "answer",
        not: (issue) =>
          issue.state === "closed" ? `It’s closed: ${deliveryIssueStateLabel(issue).word}.` : undefined,
        action: replyToDeliveryIssuesAction,
        hidden: { answer },
        fields: (
          <>
            <Textarea label="Message to resellers" name="text" maxLength={500} />
            {answer === "asking" && (
              <Input label="Next update in (hours)" name="hours" inputMode="numeric" defaultValue="24" />
            )}
          </>
        ),
        reasonLabel: "Internal note",
        reasonHint: "Your evidence. Only admins see it.",
        danger: answer === "money_back",
      },
    ]),
  ),
});
