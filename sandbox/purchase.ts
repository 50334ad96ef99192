import { type Answer, invalid, tooMany, transactionStatus } from "./answers.ts";
import { canned } from "./canned.ts";
import { type Executed, execute } from "./execute.ts";
import type { Fault } from "./fault.ts";
import { tell } from "./lies.ts";
import type { Exchange } from "./receive.ts";
import { send } from "./send.ts";
import { transactionView } from "./transaction.ts";
import type { World } from "./world.ts";

/** §4.3 with whatever fault is due: wait, execute, wait, answer. A caller that hung up changes nothing. */
export async function purchase(world: World, exchange: Exchange) {
  const { entry } = exchange;
  const retryAfterS = world.limiter.take(world.settings.purchasesPerMinute);
  if (retryAfterS > 0) return send(world, exchange, tooMany(retryAfterS));

  const fault = world.faults.pick(seen(exchange), world.settings.magic);
  entry.fault = fault;
  await pause(world, exchange, "before", fault?.delayMs);

  const executed = execute(world, entry, fault);
  if (executed.kind === "refused") entry.refusal = executed.why;
  if (executed.kind === "transaction") {
    entry.transaction = executed.transaction;
    executed.transaction.requests.push(entry.n);
  }
  const answer = answerTo(world, exchange, executed, fault);
  world.log.touch(entry);

  await world.gate.latency(world.settings.latencyMs);
  await pause(world, exchange, "after", fault?.answerDelayMs);
  await send(world, exchange, answer, fault?.answer);
}

/** The request as far as faults care. */
export function seen({ entry }: Exchange) {
  const { plan, mobile_number } = (entry.body ?? {}) as Record<string, unknown>;
  return {
    route: entry.route,
    phone: mobile_number === undefined ? null : String(mobile_number),
    ref: entry.ref,
    plan: plan === undefined ? null : Number(plan),
  };
}

async function pause(world: World, { entry }: Exchange, moment: "before" | "after", ms = 0) {
  await world.gate.wait(ms);
  if (entry.fault?.hold !== moment) return;
  entry.held = moment;
  const released = world.gate.hold(entry.n);
  world.log.touch(entry);
  await released;
  entry.held = null;
}

function answerTo(world: World, exchange: Exchange, executed: Executed, fault: Fault | null): Answer {
  if (executed.kind === "refused") return executed.answer;
  const transaction = executed.kind === "transaction" ? executed.transaction : null;
  const answer =
    canned(world, exchange, fault) ??
    (transaction
      ? { status: transactionStatus(transaction), body: body(world, transaction, fault) }
      : invalid({}));
  return { ...answer, status: fault?.httpStatus ?? answer.status };
}

function body(world: World, transaction: World["transactions"][number], fault: Fault | null) {
  const dialect = { ...world.settings.dialect, ...fault?.dialect };
  const seenIdent = world.transactions.find((other) => other !== transaction)?.ident ?? transaction.ident;
  const view = tell(fault?.lie, transactionView(transaction, dialect), seenIdent);
  return dialect.envelope === "flat" ? view : { data: view };
}
