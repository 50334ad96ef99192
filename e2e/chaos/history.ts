/** The reason of a rejection that a history can be held against. */
export type Reason = "funds" | "day" | "purchase" | "network" | "rate";

/** One call of a buyer for a ref, from its start to its response, in ms of one clock that never goes back. */
export interface Call {
  reseller: number;
  ref: string;
  planId: number;
  networkId: number;
  channel: "api" | "web";
  /** The token or helper that buys, where it has limits. */
  spender?: string | undefined;
  start: number;
  /** Null without a response: it may have had its effect at any time since. */
  end: number | null;
  told?: "successful" | "failed" | "pending" | "rejected" | undefined;
  ident?: string | undefined;
  /** It asked for another purchase under a used ref. */
  altered?: boolean;
  reason?: Reason | undefined;
  /** The limit of the day that a rejection names, in minor units. */
  limit?: bigint | undefined;
  /** The balances of its response, in minor units. */
  before?: bigint | undefined;
  after?: bigint | undefined;
}

/** One entry of a wallet, in the order of its ledger. */
export interface WalletEntry {
  /** The ref whose money it held; null for any other movement. */
  ref: string | null;
  amount: bigint;
  balance: bigint;
  /** The ref whose price came back, of an open purchase as an advance. */
  returned?: string | null;
  isAdvance?: boolean;
  /** Of money that is held: the day for which it counts, the token or helper, and the network. */
  day?: string | null;
  spender?: string | null;
  networkId?: number | null;
}

export interface Wallet {
  calls: readonly Call[];
  entries: readonly WalletEntry[];
  /** The place in the ledger of each ref that was placed, with the time in which that happened. */
  placed: { ref: string; place: number; from: number; until: number }[];
}

export function createWallet(calls: readonly Call[], entries: readonly WalletEntry[]): Wallet {
  const places = new Map(entries.flatMap(({ ref }, place) => (ref === null ? [] : [[ref, place]])));
  const placed = [...Map.groupBy(calls, ({ ref }) => ref)].flatMap(([ref, tries]) => {
    const place = places.get(ref);
    if (place === undefined) return [];
    const accepted = tries.filter(({ told, altered }) => told && told !== "rejected" && !altered);
    const until = Math.min(...accepted.map(({ end }) => end ?? Number.POSITIVE_INFINITY));
    return [{ ref, place, from: Math.min(...tries.map(({ start }) => start)), until }];
  });
  return { calls, entries, placed };
}

/** The first and last place of the ledger after which the portal may have decided about a call. */
export function findMoments({ entries, placed }: Wallet, { start, end }: Call): [number, number] {
  const first = placed.reduce((place, p) => (p.until < start ? Math.max(place, p.place) : place), 0);
  const last = placed.reduce(
    (place, p) => (p.from > (end ?? Number.POSITIVE_INFINITY) ? Math.min(place, p.place - 1) : place),
    entries.length - 1,
  );
  return [first, last];
}

export const describeCall = ({ reseller, ref, told, ident, start, end }: Call): string =>
  `${reseller} ${ref} reported ${told}${ident ? ` ${ident}` : ""} (${start.toFixed(0)}–${end?.toFixed(0) ?? ""} ms)`;
