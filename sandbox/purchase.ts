import { type ExecutionResult, executePurchase } from "./execute.ts";
import type { UpstreamFault } from "./fault.ts";
import { faultResponse } from "./fault-response.ts";
import { applyFaultWait, describeForFaults } from "./fault-wait.ts";
import type { SandboxExchange } from "./receive.ts";
import { applyLie } from "./response-lies.ts";
import { type SandboxResponse, tooManyResponse, transactionHttpStatus } from "./responses.ts";
import { sendSandboxResponse } from "./send.ts";
import { renderTransaction, type SandboxTransaction } from "./transaction.ts";
import type { SandboxWorld } from "./world.ts";

/**
 * Handles a purchase (interface: Purchase) with its fault: wait, execute, wait, respond. A caller that hung
 * up changes nothing.
 */
export async function handleSandboxPurchase(world: SandboxWorld, exchange: SandboxExchange) {
  const { entry } = exchange;
  const retryAfterS = world.limiter.take(world.settings.purchasesPerMinute);
  if (retryAfterS > 0) return sendSandboxResponse(world, exchange, tooManyResponse(retryAfterS));

  const fault = world.faults.pick(
    describeForFaults(exchange),
    world.settings.magic && isFirstAttempt(world, exchange),
  );
  entry.fault = fault;
  await applyFaultWait(world, exchange, "before");

  const executed = executePurchase(world, entry, fault);
  if (executed.kind === "rejected") entry.rejection = executed.reason;
  if (executed.kind === "transaction") {
    entry.transaction = executed.transaction;
    executed.transaction.requests.push(entry.n);
  }
  const answer = purchaseResponse(world, exchange, executed, fault);
  world.log.touch(entry);

  await world.gate.latency(world.settings.latencyMs);
  await applyFaultWait(world, exchange, "after");
  await sendSandboxResponse(world, exchange, answer, fault?.answer);
}

function isFirstAttempt({ log }: SandboxWorld, { entry }: SandboxExchange): boolean {
  return entry.ref === null || log.entries.find(({ ref }) => ref === entry.ref) === entry;
}

const EMPTY_RESPONSE: SandboxResponse = { status: 200, body: "" };

function purchaseResponse(
  world: SandboxWorld,
  exchange: SandboxExchange,
  executed: ExecutionResult,
  fault: UpstreamFault | null,
): SandboxResponse {
  if (executed.kind === "rejected") return executed.answer;
  const answer =
    faultResponse(world, exchange, fault) ??
    (executed.kind === "transaction"
      ? transactionResponse(world, executed.transaction, fault)
      : EMPTY_RESPONSE);
  return { ...answer, status: fault?.httpStatus ?? answer.status };
}

function transactionResponse(
  world: SandboxWorld,
  transaction: SandboxTransaction,
  fault: UpstreamFault | null,
): SandboxResponse {
  const dialect = { ...world.settings.dialect, ...fault?.dialect };
  const seenIdent = world.transactions.find((earlier) => earlier !== transaction)?.ident ?? transaction.ident;
  const view = applyLie(fault?.lie, renderTransaction(transaction, dialect), seenIdent);
  return {
    status: transactionHttpStatus(transaction),
    body: dialect.envelope === "flat" ? view : { data: view },
  };
}
