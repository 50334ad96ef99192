import type { UpstreamDialect } from "./dialect.ts";
import { formatCreateDate, formatGrouped, formatSandboxAmount } from "./values.ts";
import type { SandboxWorld } from "./world.ts";

/** An executed purchase and the truth about it. Money in minor units, times in ms. */
export interface SandboxTransaction {
  id: number;
  ident: string;
  ref: string | null;
  planId: number;
  /** From the request, which may not be the plan's own. */
  networkId: number;
  phone: string;
  amountMinor: bigint;
  status: "successful" | "pending" | "failed";
  /** Whether the account is charged for it now. */
  charged: boolean;
  /** Whether the bundle reached the phone. */
  delivered: boolean;
  apiResponse: string;
  description: string;
  balanceBeforeMinor: bigint;
  balanceAfterMinor: bigint;
  createdAt: number;
  settledAt: number | null;
  /** The offset of the service's calendar from the machine's. */
  clockOffsetMs: number;
  /** The numbers of its log entries. */
  requests: number[];
}

/** Renders the transaction in the terms of the interface (interface: Transaction), in the given dialect. */
export function renderTransaction(
  transaction: SandboxTransaction,
  dialect: UpstreamDialect,
): Record<string, unknown> {
  const status = formatStatus(transaction.status, dialect);
  return {
    id: transaction.id,
    network: dialect.nullNetwork ? null : transaction.networkId,
    ident: transaction.ident,
    amount: (dialect.groupedAmount ? formatGrouped : formatSandboxAmount)(transaction.amountMinor),
    api_response: transaction.apiResponse,
    description: transaction.description,
    plan_network: "N/A",
    ...(dialect.statusKey === "status" ? {} : { Status: status }),
    ...(dialect.statusKey === "Status" ? {} : { status }),
    balance_before: formatGrouped(transaction.balanceBeforeMinor),
    balance_after: formatGrouped(transaction.balanceAfterMinor),
    create_date: formatCreateDate(transaction.createdAt + transaction.clockOffsetMs),
  };
}

function formatStatus(status: SandboxTransaction["status"], dialect: UpstreamDialect): string {
  const word = status === "successful" ? dialect.successWord : status;
  if (dialect.statusCase === "upper") return word.toUpperCase();
  return dialect.statusCase === "title" ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** Ends a pending transaction and updates the log. Returns false when it was ended already. */
export function settleTransaction(
  world: SandboxWorld,
  transaction: SandboxTransaction,
  outcome: "deliver" | "fail",
  { refund, text }: { refund: boolean; text?: string | undefined },
): boolean {
  if (transaction.settledAt !== null) return false;
  transaction.settledAt = Date.now();
  transaction.delivered = outcome === "deliver";
  transaction.status = outcome === "deliver" ? "successful" : "failed";
  transaction.apiResponse = text ?? defaultOutcomeText(outcome, transaction);
  if (outcome === "fail" && refund && transaction.charged) {
    transaction.charged = false;
    world.wallet.move("refund", transaction.amountMinor, transaction.id);
  }
  for (const n of transaction.requests) world.log.touchNumber(n);
  return true;
}

function defaultOutcomeText(outcome: "deliver" | "fail", { phone }: SandboxTransaction): string {
  if (outcome === "deliver") return `Dear customer, the data bundle was delivered to ${phone}.`;
  return `The recipient ${phone} is not eligible for this plan. Please try another plan.`;
}
