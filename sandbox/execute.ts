import { type Answer, dailyLimitMessage, invalid, messages } from "./answers.ts";
import { onSale, type Plan } from "./catalogue.ts";
import { localDay } from "./clock.ts";
import { executeOf, type Fault } from "./fault.ts";
import type { LogEntry } from "./log.ts";
import { settle } from "./settle.ts";
import type { Transaction } from "./transaction.ts";
import type { World } from "./world.ts";

export type Executed =
  | { kind: "nothing" }
  | { kind: "refused"; answer: Answer; why: string }
  | { kind: "transaction"; transaction: Transaction };

const nothing: Executed = { kind: "nothing" };

/** The one moment at which a purchase happens or not; synchronous, so that nothing comes in between. */
export function execute(world: World, entry: LogEntry, fault: Fault | null): Executed {
  if (executeOf(fault) === "none") return nothing;
  const request = validated(world, entry.body);
  if ("kind" in request) return request;
  return (
    reused(world, entry) ?? refusedAccount(world, request.plan, fault) ?? charge(world, entry, request, fault)
  );
}

interface Request {
  plan: Plan;
  networkId: number;
  phone: string;
}

/** §7.1. Thin on purpose, as services are: neither the number's format nor the plan's network is checked. */
function validated(world: World, body: unknown): Request | Executed {
  const { plan, mobile_number, network } = (body ?? {}) as Record<string, unknown>;
  const errors: Record<string, string[]> = {};
  const known = world.catalogue.plans.get(Number(plan));
  if (missing(plan)) errors.plan = ["The plan field is required."];
  else if (!known || !onSale(world.catalogue, known)) errors.plan = ["The selected plan is invalid."];
  if (missing(mobile_number)) errors.mobile_number = ["The mobile number field is required."];
  if (missing(network)) errors.network = ["The network field is required."];
  else if (!world.catalogue.networks.has(Number(network)))
    errors.network = ["The selected network is invalid."];
  if (known && Object.keys(errors).length === 0) {
    return { plan: known, networkId: Number(network), phone: String(mobile_number) };
  }
  return refused(invalid(errors), Object.values(errors).flat().join(" "));
}

const missing = (value: unknown) => value === undefined || value === null || value === "";

function refused(answer: Answer, why: string): Executed {
  return { kind: "refused", answer, why };
}

function business(key: "status" | "amount", message: string): Executed {
  return refused(invalid({ [key]: [message] }), message);
}

/** What becomes of a ref that was executed before; null when it is new or may deliver again. */
function reused(world: World, entry: LogEntry): Executed | null {
  const { refReuse } = world.settings;
  if (entry.ref === null || refReuse === "deliver") return null;
  const transaction = world.transactions.find(({ ref }) => ref === entry.ref);
  if (!transaction) return null;
  if (refReuse === "replay") return { kind: "transaction", transaction };
  const why = "The ref has already been taken.";
  if (refReuse === "conflict") return refused({ status: 409, body: { message: why } }, why);
  return refused(invalid({ ref: [why] }), why);
}

/** §7.2: everything about the account that forbids a purchase. */
function refusedAccount(world: World, plan: Plan, fault: Fault | null): Executed | null {
  const { settings, wallet } = world;
  const price = priceOf(world, plan, fault);
  const limit = settings.dailyLimitMinor;
  if (!settings.serviceEnabled) return business("status", messages.unavailable);
  if (settings.kycRestricted) return business("status", messages.kyc);
  if (wallet.balanceMinor < 0n) return business("status", messages["negative-wallet"]);
  if (limit !== null && spentToday(world) + price > limit)
    return business("status", dailyLimitMessage(limit));
  if (wallet.balanceMinor < price) return business(settings.insufficientKey, messages.balance);
  return null;
}

function priceOf(world: World, plan: Plan, fault: Fault | null): bigint {
  return fault?.chargeMinor ?? plan.prices[world.settings.tier];
}

const today = (world: World) => localDay(Date.now() + world.settings.clockOffsetMs);
const spentToday = (world: World) => world.spentByDay.get(today(world)) ?? 0n;

function charge(world: World, entry: LogEntry, request: Request, fault: Fault | null): Executed {
  const outcome = executeOf(fault);
  const amountMinor = priceOf(world, request.plan, fault);
  const id = world.nextId++;
  const balanceBeforeMinor = world.wallet.balanceMinor;
  if (outcome !== "fail") {
    world.wallet.move("purchase", -amountMinor, id);
    world.spentByDay.set(today(world), spentToday(world) + amountMinor);
  }
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
  Object.assign(entry, {
    executed: true,
    executedAt: transaction.createdAt,
    balanceBeforeMinor,
    balanceAfterMinor: transaction.balanceAfterMinor,
  });
  if (outcome !== "pending") {
    settle(world, transaction, outcome === "deliver" ? "deliver" : "fail", {
      refund: false,
      text: fault?.text,
    });
  } else if (fault?.later) {
    const { outcome: end, afterMs, refund = true } = fault.later;
    world.gate.later(afterMs, () => settle(world, transaction, end, { refund, text: fault.text }));
  }
  return { kind: "transaction", transaction };
}

function identFor(world: World, ref: string | null, id: number): string {
  if (world.settings.ident === "ref" && ref) return ref;
  return `DT${Date.now()}${String(id % 10_000).padStart(4, "0")}`;
}

function wording({ catalogue }: World, { plan, phone }: Request): string {
  const names = [catalogue.networks.get(plan.networkId)?.name, catalogue.types.get(plan.typeId)?.name];
  return `${names.join(" ")} ${plan.size}${plan.volume} (${plan.validity}) data for ${phone}`;
}
