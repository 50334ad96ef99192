import { debitSandboxWallet, findAccountRefusal } from "./account.ts";
import { faultExecution, type UpstreamFault } from "./fault.ts";
import type { SandboxLogEntry } from "./log.ts";
import { createRefusal, invalidResponse, type PurchaseRefusal } from "./responses.ts";
import { type SandboxTransaction, settleTransaction } from "./transaction.ts";
import { type ValidPurchase, validateSandboxPurchase } from "./validate.ts";
import type { SandboxWorld } from "./world.ts";

export type ExecutionResult =
  | { kind: "nothing" }
  | PurchaseRefusal
  | { kind: "transaction"; transaction: SandboxTransaction };

/** Executes or rejects a purchase at one moment; synchronous, so that nothing comes in between. */
export function executePurchase(
  world: SandboxWorld,
  entry: SandboxLogEntry,
  fault: UpstreamFault | null,
): ExecutionResult {
  if (faultExecution(fault) === "none") return { kind: "nothing" };
  const request = validateSandboxPurchase(world.catalogue, entry.body);
  if (request.kind === "rejected") return request;
  const priceMinor = fault?.chargeMinor ?? request.plan.prices[world.settings.tier];
  return (
    findReusedRef(world, entry.ref) ??
    findAccountRefusal(world, priceMinor) ?? {
      kind: "transaction",
      transaction: createTransaction(world, entry, request, priceMinor, fault),
    }
  );
}

/** Finds the result of a repeated ref; null when it is new or may deliver again. */
function findReusedRef(
  { settings, transactions }: SandboxWorld,
  wanted: string | null,
): ExecutionResult | null {
  if (wanted === null || settings.refReuse === "deliver") return null;
  const transaction = transactions.find(({ ref }) => ref === wanted);
  if (!transaction) return null;
  if (settings.refReuse === "replay") return { kind: "transaction", transaction };
  const message = "The ref has already been taken.";
  if (settings.refReuse === "conflict") return createRefusal({ status: 409, body: { message } }, message);
  return createRefusal(invalidResponse({ ref: [message] }), message);
}

function createTransaction(
  world: SandboxWorld,
  entry: SandboxLogEntry,
  request: ValidPurchase,
  amountMinor: bigint,
  fault: UpstreamFault | null,
): SandboxTransaction {
  const outcome = faultExecution(fault);
  const id = world.nextId++;
  const balanceBeforeMinor = world.wallet.balanceMinor;
  if (outcome !== "fail") debitSandboxWallet(world, amountMinor, id);
  const transaction: SandboxTransaction = {
    id,
    ident: createSandboxIdent(world, entry.ref, id),
    ref: entry.ref,
    planId: request.plan.id,
    networkId: request.networkId,
    phone: request.phone,
    amountMinor,
    status: "pending",
    charged: outcome !== "fail",
    delivered: false,
    apiResponse: "N/A",
    description: describeBundle(world, request),
    balanceBeforeMinor,
    balanceAfterMinor: world.wallet.balanceMinor,
    createdAt: Date.now(),
    settledAt: null,
    clockOffsetMs: world.settings.clockOffsetMs,
    requests: [],
  };
  world.transactions.push(transaction);
  entry.executed = true;
  entry.executedAt = transaction.createdAt;
  entry.balanceBeforeMinor = balanceBeforeMinor;
  entry.balanceAfterMinor = transaction.balanceAfterMinor;
  concludeTransaction(world, transaction, fault);
  return transaction;
}

/** Settles at once, later, or leaves it pending, as ordered. */
function concludeTransaction(
  world: SandboxWorld,
  transaction: SandboxTransaction,
  fault: UpstreamFault | null,
) {
  const outcome = faultExecution(fault);
  const text = fault?.text;
  if (outcome !== "pending") {
    settleTransaction(world, transaction, outcome === "deliver" ? "deliver" : "fail", {
      refund: false,
      text,
    });
  } else if (fault?.later) {
    const { outcome: end, afterMs, refund = true } = fault.later;
    world.gate.later(afterMs, () => settleTransaction(world, transaction, end, { refund, text }));
  }
}

function createSandboxIdent(world: SandboxWorld, ref: string | null, id: number): string {
  if (world.settings.ident === "ref" && ref) return ref;
  return `DT${Date.now()}${String(id % 10_000).padStart(4, "0")}`;
}

function describeBundle({ catalogue }: SandboxWorld, { plan, phone }: ValidPurchase): string {
  const network = catalogue.networks.get(plan.networkId)?.name;
  const type = catalogue.types.get(plan.typeId)?.name;
  return `${network} ${type} ${plan.size}${plan.volume} (${plan.validity}) data for ${phone}`;
}
