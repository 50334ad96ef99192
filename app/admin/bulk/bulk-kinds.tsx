import type { ReactNode } from "react";
import { replyToDeliveryIssuesAction } from "#app/admin/review/delivery-issues/actions.ts";
import type { FormAction } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { Textarea } from "#app/ui/form/textarea";
import { deliveryIssueStateLabel } from "#app/ui/purchase/delivery-issue-labels.ts";
import { purchaseStateLabel } from "#app/ui/purchase/purchase-labels.ts";
import { findEarlierCredits } from "#lib/admin/find-earlier-credits";
import type { MovementKind } from "#lib/audit/approval-limits";
import { formatPlanName } from "#lib/catalogue/plan-label";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import type { Permission } from "#lib/core/permission";
import { type FundingRequest, fundingList } from "#lib/funding/funding-list";
import { deliveryIssueList, type ListedDeliveryIssue } from "#lib/issue/delivery-issue-list";
import { type ListedPayment, paymentList } from "#lib/payment/payment-list";
import { providerLabel } from "#lib/payment/providers/providers";
import { adminPurchaseList } from "#lib/purchase/read/admin-purchase-list";
import type { AdminPurchaseView } from "#lib/purchase/read/purchase-view";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import type { RowResults } from "#lib/web/run-per-row";
import {
  addPurchaseNotesAction,
  approveFundingsAction,
  recheckPaymentsAction,
  rejectFundingsAction,
  reversePurchasesAction,
  settleDeliveredAction,
  settleFailedAction,
} from "./actions.ts";
import { MAX_BULK_ROWS } from "./bulk-action.ts";

/** A row of any list, as the confirmation page shows it. */
interface BulkTarget {
  /** Selects the row, and with its version is the input of its function. */
  name: string;
  version?: number;
  title: string;
  note: string;
  amount: Minor;
  /** The reseller whose wallet it is about. */
  reseller: number;
}

interface BulkKindAction<T> {
  label: string;
  /** The permission to use it: others don't see it. */
  needs: Permission;
  /** Its effect on a row, and how that moves the amount, if it does. */
  does: string;
  moves: MovementKind | false;
  /** Returns the reason that it is not possible for a row; undefined where it is. */
  not: (row: T) => string | undefined;
  action: FormAction<RowResults>;
  hidden?: Readonly<Record<string, string>>;
  /** Fields before the reason, and the reason's label; null asks for none. */
  fields?: ReactNode;
  reasonLabel?: string | null;
  reasonHint?: string;
  danger?: boolean;
}

/** The bulk actions of a list. */
export interface BulkKind {
  /** Its name in the address of the confirmation page. */
  name: string;
  /** The address of the list. */
  here: string;
  label: string;
  nouns: readonly [one: string, many: string];
  acts: Readonly<Record<string, Omit<BulkKindAction<never>, "not">>>;
  /** Reads the selected rows, or all that the filters find, at most one more than a form takes. */
  read: (
    ctx: Ctx,
    chosen: BulkSelection,
    act: string,
  ) => Promise<(BulkTarget & { not: string | undefined })[]>;
  /** Counts the rows that the filters find, at most one more than a form takes. */
  count: (ctx: Ctx, filters: Record<string, unknown>) => Promise<number>;
}

/** Rows by their names, or the filters that find them. */
export type BulkSelection = { names: readonly string[] } | { filters: Record<string, unknown> };

interface BulkKindOptions<T> extends Pick<BulkKind, "name" | "here" | "label" | "nouns"> {
  acts: Readonly<Record<string, BulkKindAction<T>>>;
  some: (ctx: Ctx, names: readonly string[]) => Promise<T[]>;
  page: (ctx: Ctx, filters: Record<string, unknown>, size: number) => Promise<{ rows: T[] }>;
  row: (of: T) => BulkTarget;
  /** Warnings about rows, by their names. */
  warnings?: (ctx: Ctx, rows: readonly T[]) => Promise<ReadonlyMap<string, string>>;
}

function defineBulkKind<T>({ acts, some, page, row, warnings, ...rest }: BulkKindOptions<T>): BulkKind {
  return {
    ...rest,
    acts,
    count: async (ctx, filters) => (await page(ctx, filters, MAX_BULK_ROWS + 1)).rows.length,
    read: async (ctx, chosen, act) => {
      const rows =
        "names" in chosen
          ? await some(ctx, chosen.names.slice(0, MAX_BULK_ROWS + 1))
          : (await page(ctx, chosen.filters, MAX_BULK_ROWS + 1)).rows;
      const warned = await warnings?.(ctx, rows);
      return rows.map((of) => {
        const { note, ...one } = row(of);
        const warning = warned?.get(one.name);
        return { ...one, note: warning ? `${note}. ${warning}` : note, not: acts[act]?.not(of) };
      });
    },
  };
}

const onlinePayments = defineBulkKind<ListedPayment>({
  name: "online",
  here: "/admin/wallets/money-in/online",
  label: "Online payments",
  nouns: ["payment", "payments"],
  some: paymentList.some,
  page: paymentList.page,
  row: ({ reference, provider, amount, reseller }) => ({
    name: reference,
    title: reseller.name,
    amount,
    reseller: reseller.id,
    note: `${providerLabel(provider)}, ${reference}`,
  }),
  acts: {
    check: {
      label: "Recheck",
      needs: "answer",
      does: "Rechecked with the provider",
      moves: false,
      not: ({ state, takenBack }) => (state === "paid" && !takenBack ? "It’s paid." : undefined),
      action: recheckPaymentsAction,
      reasonLabel: null,
    },
  },
});

const getDecisionNote = ({ state, decidedBy }: FundingRequest) =>
  state === "pending" ? undefined : `${decidedBy} ${state === "approved" ? "approved" : "rejected"} it.`;

const funding = defineBulkKind<FundingRequest>({
  name: "funding",
  here: "/admin/wallets/money-in/transfers",
  label: "Bank transfers",
  nouns: ["bank transfer", "bank transfers"],
  some: fundingList.some,
  page: fundingList.page,
  row: ({ id, bankReference, seenBefore, amount, reseller }) => ({
    name: String(id),
    title: reseller.name,
    amount,
    reseller: reseller.id,
    note: seenBefore > 0 ? `${bankReference}. Another request names the same reference.` : bankReference,
  }),
  warnings: async (ctx, rows) => {
    const waiting = rows.filter(({ state }) => state === "pending").map(({ id }) => id);
    const credited = await findEarlierCredits(ctx, waiting);
    return new Map(
      Array.from(credited.keys(), (id) => [
        String(id),
        "The same amount was credited to this wallet recently.",
      ]),
    );
  },
  acts: {
    approve: {
      label: "Approve",
      needs: "money",
      does: "Credited to the wallet",
      moves: "funding",
      not: getDecisionNote,
      action: approveFundingsAction,
      reasonHint: "Each reseller sees this on their statement.",
    },
    refuse: {
      label: "Reject",
      needs: "money",
      does: "Rejected, no money moves",
      moves: false,
      not: getDecisionNote,
      action: rejectFundingsAction,
      reasonHint: "Each reseller sees this.",
      danger: true,
    },
  },
});

/** Allows purchases in one state only. */
const requireState =
  (wanted: AdminPurchaseView["state"], words: string) =>
  ({ state, cancelled }: AdminPurchaseView) =>
    state === wanted ? undefined : `${words} Its state: ${purchaseStateLabel(state, cancelled).word}.`;

const REQUIRES_UNCONFIRMED = requireState(
  "unconfirmed",
  "Only an unconfirmed purchase can be resolved manually.",
);

/** Both ways to resolve an unconfirmed purchase. */
const RESOLVE_ACTS = {
  delivered: {
    label: "Resolve as delivered",
    needs: "money",
    does: "Delivered, the payment is kept",
    moves: "settle",
    not: REQUIRES_UNCONFIRMED,
    action: settleDeliveredAction,
    reasonHint: "Your evidence, for example a ticket.",
  },
  failed: {
    label: "Resolve as failed, refund",
    needs: "money",
    does: "Refunded to the wallet",
    moves: "settle",
    not: REQUIRES_UNCONFIRMED,
    action: settleFailedAction,
    reasonHint: "Your evidence, for example a ticket.",
  },
} as const;

const purchases = defineBulkKind<AdminPurchaseView>({
  name: "purchases",
  here: "/admin/purchases",
  label: "Purchases",
  nouns: ["purchase", "purchases"],
  some: adminPurchaseList.some,
  page: adminPurchaseList.page,
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
  return rows.flatMap(({ ident, proposal }) => (proposal ? [] : [ident]));
};

const unconfirmed: BulkKind = {
  ...purchases,
  name: "unconfirmed",
  here: "/admin/review",
  label: "Unconfirmed purchases",
  acts: RESOLVE_ACTS,
  count: async (ctx, filters) => (await findUnconfirmed(ctx, filters)).length,
  read: async (ctx, chosen, act) =>
    purchases.read(
      ctx,
      "names" in chosen ? chosen : { names: await findUnconfirmed(ctx, chosen.filters) },
      act,
    ),
};

const REPLY_FIELD = <Textarea label="Message to resellers" name="text" maxLength={500} />;

function deliveryIssueReply(
  answer: string,
  words: Pick<BulkKindAction<ListedDeliveryIssue>, "label" | "does" | "moves">,
): BulkKindAction<ListedDeliveryIssue> {
  return {
    ...words,
    needs: words.moves ? "money" : "answer",
    not: (issue) =>
      issue.state === "closed" ? `It’s closed: ${deliveryIssueStateLabel(issue).word}.` : undefined,
    action: replyToDeliveryIssuesAction,
    hidden: { answer },
    fields:
      answer === "asking" ? (
        <>
          {REPLY_FIELD}
          <Input label="Next update in (hours)" name="hours" inputMode="numeric" defaultValue="24" />
        </>
      ) : (
        REPLY_FIELD
      ),
    reasonLabel: "Internal note",
    reasonHint: "Your evidence. Only admins see it.",
    danger: answer === "money_back",
  };
}

const deliveryIssues = defineBulkKind<ListedDeliveryIssue>({
  name: "cases",
  here: "/admin/review/delivery-issues",
  label: "Delivery issues",
  nouns: ["delivery issue", "delivery issues"],
  some: (ctx, names) => deliveryIssueList.some(ctx, names, { state: "all" }),
  page: deliveryIssueList.page,
  row: ({ ident, version, phone, price, reseller, ...plan }) => ({
    name: ident,
    version,
    title: phone,
    amount: price,
    reseller: reseller.id,
    note: `${formatPlanName(plan)}, ${reseller.name}`,
  }),
  acts: {
    asking: deliveryIssueReply("asking", {
      label: "Asking the supplier",
      does: "Stays open with a new deadline",
      moves: false,
    }),
    owner: deliveryIssueReply("owner", {
      label: "Customer details needed",
      does: "Awaiting customer",
      moves: false,
    }),
    delivered: deliveryIssueReply("delivered", {
      label: "Delivered: close",
      does: "Closed as delivered",
      moves: false,
    }),
    money_back: deliveryIssueReply("money_back", {
      label: "Failed: refund",
      does: "Refunded to the wallet",
      moves: "reversal",
    }),
  },
});

export const BULK_KINDS = {
  funding,
  online: onlinePayments,
  purchases,
  unconfirmed,
  cases: deliveryIssues,
} as const;
