import type { ReactNode } from "react";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import type { ExportableList } from "#lib/request/export-route";
import type { GroupedListProps } from "./admin-list.tsx";

interface GroupedList {
  label: string;
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
      load: () => import("./review/[list]/delivery-issues.tsx"),
    },
    discrepancies: { label: "Discrepancies", load: () => import("./review/[list]/discrepancies.tsx") },
    approvals: { label: "Approvals", load: () => import("./review/[list]/approvals.tsx") },
  },
  "/admin/wallets/money-in": {
    transfers: {
      label: "Bank transfers",
      load: () => import("./wallets/money-in/[list]/bank-transfers.tsx"),
    },
    online: {
      label: "Online payments",
      load: () => import("./wallets/money-in/[list]/online-payments.tsx"),
    },
    accounts: {
      label: "Dedicated accounts",
      load: () => import("./wallets/money-in/[list]/dedicated-accounts.tsx"),
    },
  },
  "/admin/wallets/exceptions": {
    suspense: { label: "Suspense", load: () => import("./wallets/exceptions/[list]/suspense.tsx") },
    chargebacks: {
      label: "Disputes and chargebacks",
      load: () => import("./wallets/exceptions/[list]/chargebacks.tsx"),
    },
    settlements: {
      label: "Settlement discrepancies",
      load: () => import("./wallets/exceptions/[list]/settlements.tsx"),
    },
  },
  "/admin/wallets/adjustments": {
    wallets: {
      label: "Wallet adjustments",
      load: () => import("./wallets/adjustments/[list]/wallet-adjustments.tsx"),
    },
    upstream: {
      label: "Supplier deposits",
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
