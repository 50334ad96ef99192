import { type Catalogue, newCatalogue } from "./catalogue.ts";
import { FaultBook } from "./fault-book.ts";
import { Gate } from "./gate.ts";
import { Limiter } from "./limiter.ts";
import { Log } from "./log.ts";
import type { Settings } from "./settings.ts";
import type { Transaction } from "./transaction.ts";
import { Wallet } from "./wallet.ts";

/** A bearer token and from where it may be used; nothing given means from everywhere. */
export interface Token {
  token: string;
  ips?: string[] | undefined;
  origins?: string[] | undefined;
}

/** What a world begins with. */
export interface Beginning {
  tokens: Token[];
  balanceMinor: bigint;
  seed: number;
  settings: Settings;
}

/** The whole state of one service. */
export interface World {
  beginning: Beginning;
  tokens: Token[];
  settings: Settings;
  catalogue: Catalogue;
  wallet: Wallet;
  transactions: Transaction[];
  spentByDay: Map<string, bigint>;
  limiter: Limiter;
  faults: FaultBook;
  gate: Gate;
  log: Log;
  /** Goes on over resets, and from one start to the next, so that ids and idents never come twice. */
  nextId: number;
}

export function newWorld(beginning: Beginning): World {
  const nextId = Math.floor((Date.now() - Date.UTC(2020, 0)) / 1000);
  return { ...begun(beginning), log: new Log(), nextId };
}

/** Everything as at the beginning; whoever is held or waiting is dropped. */
export function resetWorld(world: World) {
  world.gate.drop();
  world.log.clear();
  Object.assign(world, begun(world.beginning));
}

function begun(beginning: Beginning): Omit<World, "log" | "nextId"> {
  return {
    beginning,
    tokens: beginning.tokens,
    settings: beginning.settings,
    catalogue: newCatalogue(),
    wallet: new Wallet(beginning.balanceMinor),
    transactions: [],
    spentByDay: new Map(),
    limiter: new Limiter(),
    faults: new FaultBook(beginning.seed),
    gate: new Gate(beginning.seed),
  };
}
