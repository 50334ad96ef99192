import { createDate } from "./clock.ts";
import type { Dialect } from "./dialect.ts";
import { decimal, grouped } from "./money.ts";

/** A purchase that was executed, and the truth about it. Money in minor units, times in ms. */
export interface Transaction {
  id: number;
  ident: string;
  ref: string | null;
  planId: number;
  /** As asked for in the request, which may not be the plan's own. */
  networkId: number;
  phone: string;
  amountMinor: bigint;
  status: "successful" | "pending" | "failed";
  /** Whether the account's money is gone for it now. */
  charged: boolean;
  /** Whether the bundle reached the phone. */
  delivered: boolean;
  apiResponse: string;
  description: string;
  balanceBeforeMinor: bigint;
  balanceAfterMinor: bigint;
  createdAt: number;
  settledAt: number | null;
  /** The service's calendar is this far from the machine's. */
  clockOffsetMs: number;
  /** The numbers of the log entries that were about it. */
  requests: number[];
}

/** The transaction in the words of the interface (§2.6), in the given dialect. */
export function transactionView(transaction: Transaction, dialect: Dialect): Record<string, unknown> {
  const status = statusText(transaction.status, dialect);
  return {
    id: transaction.id,
    network: dialect.nullNetwork ? null : transaction.networkId,
    ident: transaction.ident,
    amount: (dialect.groupedAmount ? grouped : decimal)(transaction.amountMinor),
    api_response: transaction.apiResponse,
    description: transaction.description,
    plan_network: "N/A",
    ...(dialect.statusKey === "status" ? {} : { Status: status }),
    ...(dialect.statusKey === "Status" ? {} : { status }),
    balance_before: grouped(transaction.balanceBeforeMinor),
    balance_after: grouped(transaction.balanceAfterMinor),
    create_date: createDate(transaction.createdAt + transaction.clockOffsetMs),
  };
}

function statusText(status: Transaction["status"], dialect: Dialect): string {
  const word = status === "successful" ? dialect.successWord : status;
  if (dialect.statusCase === "upper") return word.toUpperCase();
  return dialect.statusCase === "title" ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
