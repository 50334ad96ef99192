import { type Answer, tooMany, transactionStatus } from "./answers.ts";
import { canned } from "./canned.ts";
import { type Executed, execute } from "./execute.ts";
import type { Fault } from "./fault.ts";
import { tell } from "./lies.ts";
import { pause, seen } from "./pause.ts";
import type { Exchange } from "./receive.ts";
import { send } from "./send.ts";
import { type Transaction, transactionView } from "./transaction.ts";
import type { World } from "./world.ts";

/** §4.3 with whatever fault is due: wait, execute, wait, answer. A caller that hung up changes nothing. */
export async function purchase(world: World, exchange: Exchange) {
  const { entry } = exchange;
  const retryAfterS = world.limiter.take(world.settings.purchasesPerMinute);
  if (retryAfterS > 0) return send(world, exchange, tooMany(retryAfterS));

  const fault = world.faults.pick(seen(exchange), world.settings.magic && firstTry(world, exchange));
  entry.fault = fault;
  await pause(world, exchange, "before");

  const executed = execute(world, entry, fault);
  if (executed.kind === "refused") entry.refusal = executed.why;
  if (executed.kind === "transaction") {
    entry.transaction = executed.transaction;
    executed.transaction.requests.push(entry.n);
  }
  const answer = answerTo(world, exchange, executed, fault);
  world.log.touch(entry);

  await world.gate.latency(world.settings.latencyMs);
  await pause(world, exchange, "after");
  await send(world, exchange, answer, fault?.answer);
}

function firstTry({ log }: World, { entry }: Exchange): boolean {
  return entry.ref === null || log.entries.find(({ ref }) => ref === entry.ref) === entry;
}

const silence: Answer = { status: 200, body: "" };

function answerTo(world: World, exchange: Exchange, executed: Executed, fault: Fault | null): Answer {
  if (executed.kind === "refused") return executed.answer;
  const answer =
    canned(world, exchange, fault) ??
    (executed.kind === "transaction" ? told(world, executed.transaction, fault) : silence);
  return { ...answer, status: fault?.httpStatus ?? answer.status };
}

function told(world: World, transaction: Transaction, fault: Fault | null): Answer {
  const dialect = { ...world.settings.dialect, ...fault?.dialect };
  const seenIdent = world.transactions.find((other) => other !== transaction)?.ident ?? transaction.ident;
  const view = tell(fault?.lie, transactionView(transaction, dialect), seenIdent);
  return {
    status: transactionStatus(transaction),
    body: dialect.envelope === "flat" ? view : { data: view },
  };
}
