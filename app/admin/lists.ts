import type { ReactNode } from "react";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { Permission } from "#lib/core/permission";
import type { ExportableList } from "#lib/request/export-route";
import type { GroupedListProps } from "./admin-list.tsx";

export interface GroupedList {
  label: string;
  /** The row in the command palette: “View” and the label, for all admins, unless it names another action. */
  find: { keywords: string; label?: string; needs?: Permission };
  load: () => Promise<{
    Page: (props: GroupedListProps) => ReactNode | Promise<ReactNode>;
    /** The list to export; without one there is no export. */
    list?: ExportableList;
  }>;
}

/** The lists of each page that shows several, by the page's address and the last part of their own. */
export const LISTS = {
  "/admin/review": {
    "delivery-issues": {
      label: "Delivery issues",
      find: { label: "Handle delivery issues", needs: "answer", keywords: "not received complaints" },
      load: () => import("./review/[list]/delivery-issues.tsx"),
    },
    discrepancies: {
      label: "Discrepancies",
      find: { keywords: "balance chain gap" },
      load: () => import("./review/[list]/discrepancies.tsx"),
    },
    approvals: {
      label: "Approvals",
      find: { label: "Review approval requests", keywords: "approve reject propose" },
      load: () => import("./review/[list]/approvals.tsx"),
    },
    suspense: {
      label: "Suspense",
      find: { label: "Assign suspense", needs: "money", keywords: "unmatched payments" },
      load: () => import("./review/[list]/suspense.tsx"),
    },
    chargebacks: {
      label: "Disputes and chargebacks",
      find: { keywords: "bank" },
      load: () => import("./review/[list]/chargebacks.tsx"),
    },
    settlements: {
      label: "Settlement discrepancies",
      find: { keywords: "payouts compare" },
      load: () => import("./review/[list]/settlements.tsx"),
    },
  },
  "/admin/wallets/money-in": {
    transfers: {
      label: "Bank transfers",
      find: { label: "Approve bank transfers", needs: "money", keywords: "funding deposits match" },
      load: () => import("./wallets/money-in/[list]/bank-transfers.tsx"),
    },
    online: {
      label: "Online payments",
      find: { keywords: "paystack monnify flutterwave card" },
      load: () => import("./wallets/money-in/[list]/online-payments.tsx"),
    },
    accounts: {
      label: "Dedicated accounts",
      find: { keywords: "virtual account numbers" },
      load: () => import("./wallets/money-in/[list]/dedicated-accounts.tsx"),
    },
  },
  "/admin/wallets/adjustments": {
    wallets: {
      label: "Wallet adjustments",
      find: { keywords: "credits debits" },
      load: () => import("./wallets/adjustments/[list]/wallet-adjustments.tsx"),
    },
    upstream: {
      label: "Supplier deposits",
      find: { label: "Record a supplier deposit", needs: "money", keywords: "balance float" },
      load: () => import("./wallets/adjustments/[list]/upstream-deposits.tsx"),
    },
  },
} satisfies Record<string, Record<string, GroupedList>>;

export type ListGroup = keyof typeof LISTS;

/** @returns undefined where the page has no such list. */
export function findList(group: ListGroup, name: string): GroupedList | undefined {
  return new Map<string, GroupedList>(Object.entries(LISTS[group])).get(name);
}

/** Finds the list to export on a page with several lists. @throws not_found */
export const findExport =
  (group: ListGroup) =>
  async (ctx: Ctx, { list: name }: { list: string }): Promise<ExportableList> => {
    requireAdmin(ctx, "export");
    const { list } = (await findList(group, name)?.load()) ?? {};
    if (!list) throw notFoundError("list");
    return list;
  };
