import { createSandboxCatalogue, type SandboxCatalogue } from "./catalogue.ts";
import { FaultBook } from "./fault-book.ts";
import { EventLog } from "./log.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { RequestGate } from "./request-gate.ts";
import type { SandboxSettings } from "./settings.ts";
import type { SandboxTransaction } from "./transaction.ts";
import { SandboxWallet } from "./wallet.ts";

/** A bearer token and the addresses and origins that may use it; a missing list means all. */
export interface SandboxToken {
  token: string;
  ips?: string[] | undefined;
  origins?: string[] | undefined;
}

export interface InitialState {
  tokens: SandboxToken[];
  balanceMinor: bigint;
  seed: number;
  settings: SandboxSettings;
}

/** The whole state of one service. */
export interface SandboxWorld {
  beginning: InitialState;
  tokens: SandboxToken[];
  settings: SandboxSettings;
  catalogue: SandboxCatalogue;
  wallet: SandboxWallet;
  transactions: SandboxTransaction[];
  spentByDay: Map<string, bigint>;
  limiter: RateLimiter;
  faults: FaultBook;
  gate: RequestGate;
  log: EventLog;
  /** Continues over resets, and from one start to the next, so that ids and idents never repeat. */
  nextId: number;
}

export function createSandboxWorld(beginning: InitialState): SandboxWorld {
  const nextId = Math.floor((Date.now() - Date.UTC(2020, 0)) / 1000);
  return { ...createInitialState(beginning), log: new EventLog(), nextId };
}

/** Resets everything; held and waiting requests are dropped. */
export function resetSandboxWorld(world: SandboxWorld) {
  world.gate.drop();
  world.log.clear();
  Object.assign(world, createInitialState(world.beginning));
}

function createInitialState(beginning: InitialState): Omit<SandboxWorld, "log" | "nextId"> {
  return {
    beginning,
    tokens: beginning.tokens,
    settings: beginning.settings,
    catalogue: createSandboxCatalogue(),
    wallet: new SandboxWallet(beginning.balanceMinor),
    transactions: [],
    spentByDay: new Map(),
    limiter: new RateLimiter(),
    faults: new FaultBook(beginning.seed),
    gate: new RequestGate(beginning.seed),
  };
}
