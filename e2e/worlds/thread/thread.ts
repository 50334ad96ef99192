// A thread of a simulated world: a machine with a portal, or all that is outside.
import { syncBuiltinESMExports } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { seededGenerator } from "#sandbox/random";
import type { CallError, Input, Output, ThreadFacts } from "../wire/messages.ts";
import { rememberModules } from "./remember-modules.ts";
import { simulateChance } from "./simulated-chance.ts";
import { applyToSocket, SimulatedSocket, simulateSockets } from "./simulated-socket.ts";
import { simulateTime } from "./simulated-time.ts";

/** The module of a thread's role. */
export interface Role {
  calls: Record<string, (input: never) => unknown>;
  /** Takes a connection to one of its services. */
  accept?(service: string, socket: SimulatedSocket): void;
}

if (!parentPort) throw new Error("This is the beginning of a thread.");
const world = parentPort;
const { role: roleModule, name, pid, seed, now } = workerData as ThreadFacts;
let outputs: Output[] = [];
const time = simulateTime(now);
simulateChance(seededGenerator(seed), name, pid);
simulateSockets((output) => outputs.push(output));
process.stderr.write = ((line: unknown) => outputs.push({ kind: "log", line: String(line) }) > 0) as never;
syncBuiltinESMExports();
rememberModules();

const role: Role = await import(roleModule);
world.on("message", async ({ at, input }: { at: number; input: Input }) => {
  time.set(at);
  if (input.kind === "timers") while (time.runNextDue()) await turn();
  else apply(input);
  await waitUntilQuiet();
  const done = { outputs, nextDue: time.nextDue() };
  outputs = [];
  world.postMessage(done);
});
world.postMessage({ outputs: [], nextDue: undefined });

function apply(input: Exclude<Input, { kind: "timers" }>): void {
  if (input.kind === "socket") return void applyToSocket(input.socket, input.did);
  if (input.kind === "accept") return void role.accept?.(input.service, new SimulatedSocket(input.socket));
  void runCall(input.call, input.name, input.input);
}

async function runCall(call: number, name: string, input: unknown): Promise<void> {
  try {
    const value = await role.calls[name]?.(input as never);
    outputs.push({ kind: "result", call, value });
  } catch (error) {
    outputs.push({ kind: "result", call, error: describeCallError(error) });
  }
}

function describeCallError(error: unknown): CallError {
  const { name, message, stack, cause, code } = error as Error & { code?: string };
  return { name, message: code ? message : `${message}\n${stack}\n${cause}`, code };
}

/** Resolves once everything that follows from the last input has run, except waits for time or the world. */
async function waitUntilQuiet(): Promise<void> {
  const since = process.hrtime.bigint();
  for (let calm = 0; calm < 3; ) {
    await turn();
    const busy = process.getActiveResourcesInfo().filter((resource) => !IDLE.has(resource));
    calm = busy.length === 0 ? calm + 1 : 0;
    if (calm > 0 || process.hrtime.bigint() - since < MAX_BUSY_NS) continue;
    outputs.push({ kind: "log", line: `has no rest: ${busy}` });
    return;
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The resources of a thread that does nothing. */
const IDLE = new Set(["MessagePort", "Timeout", "TTYWrap", "PipeWrap"]);
/** Real time, after which the run can't be repeated: the report says so. */
const MAX_BUSY_NS = 20_000_000_000n;
