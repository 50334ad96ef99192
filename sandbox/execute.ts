import { debit, refusedAccount } from "./account.ts";
import { invalid } from "./answers.ts";
import { executeOf, type Fault } from "./fault.ts";
import type { LogEntry } from "./log.ts";
import { type Refused, refused } from "./refused.ts";
import { settle } from "./settle.ts";
import type { Transaction } from "./transaction.ts";
import { type Valid, validate } from "./validate.ts";
import type { World } from "./world.ts";

export type Executed = { kind: "nothing" } | Refused | { kind: "transaction"; transaction: Transaction };

/** The one moment at which a purchase happens or not; synchronous, so that nothing comes in between. */
export function execute(world: World, entry: LogEntry, fault: Fault | null): Executed {
  if (executeOf(fault) === "none") return { kind: "nothing" };
  const request = validate(world.catalogue, entry.body);
  if (request.kind === "refused") return request;
  const priceMinor = fault?.chargeMinor ?? request.plan.prices[world.settings.tier];
  return (
    reused(world, entry.ref) ??
    refusedAccount(world, priceMinor) ?? {
      kind: "transaction",
      transaction: charge(world, entry, request, priceMinor, fault),
    }
  );
}

/** What becomes of a ref that was executed before; null when it is new or may deliver again. */
function reused({ settings, transactions }: World, wanted: string | null): Executed | null {
  if (wanted === null || settings.refReuse === "deliver") return null;
  const transaction = transactions.find(({ ref }) => ref === wanted);
  if (!transaction) return null;
  if (settings.refReuse === "replay") return { kind: "transaction", transaction };
  const why = "The ref has already been taken.";
  if (settings.refReuse === "conflict") return refused({ status: 409, body: { message: why } }, why);
  return refused(invalid({ ref: [why] }), why);
}

function charge(
  world: World,
  entry: LogEntry,
  request: Valid,
  amountMinor: bigint,
  fault: Fault | null,
): Transaction {
  const outcome = executeOf(fault);
  const id = world.nextId++;
  const balanceBeforeMinor = world.wallet.balanceMinor;
  if (outcome !== "fail") debit(world, amountMinor, id);
  const transaction: Transaction = {
    id,
    ident: identFor(world, entry.ref, id),
    ref: entry.ref,
    planId: request.plan.id,
    networkId: request.networkId,
    phone: request.phone,
    amountMinor,
    status: "pending",
    charged: outcome !== "fail",
    delivered: false,
    apiResponse: "N/A",
    description: wording(world, request),
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
  conclude(world, transaction, fault);
  return transaction;
}

/** Settles at once, later, or leaves it pending, as ordered. */
function conclude(world: World, transaction: Transaction, fault: Fault | null) {
  const outcome = executeOf(fault);
  const text = fault?.text;
  if (outcome !== "pending") {
    settle(world, transaction, outcome === "deliver" ? "deliver" : "fail", { refund: false, text });
  } else if (fault?.later) {
    const { outcome: end, afterMs, refund = true } = fault.later;
    world.gate.later(afterMs, () => settle(world, transaction, end, { refund, text }));
  }
}

function identFor(world: World, ref: string | null, id: number): string {
  if (world.settings.ident === "ref" && ref) return ref;
  return `DT${Date.now()}${String(id % 10_000).padStart(4, "0")}`;
}

function wording({ catalogue }: World, { plan, phone }: Valid): string {
  const network = catalogue.networks.get(plan.networkId)?.name;
  const type = catalogue.types.get(plan.typeId)?.name;
  return `${network} ${type} ${plan.size}${plan.volume} (${plan.validity}) data for ${phone}`;
}
