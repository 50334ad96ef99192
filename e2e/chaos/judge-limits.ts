import {
  type Call,
  createWallet,
  describeCall,
  findMoments,
  type Wallet,
  type WalletEntry,
} from "./history.ts";
import type { Verdict } from "./verdict.ts";

/** Limits of spending from a wallet that stay the same for the whole history, in minor units. */
export interface Limits {
  reseller: number;
  /** The token or helper whose limits these are; otherwise they are the reseller's, for all that is bought. */
  spender?: string;
  day?: bigint;
  /** Of one purchase. */
  purchase?: bigint;
  networkIds?: readonly number[];
}

/**
 * Judges limits by the ledger's order, which `judgeHistory` holds against the calls: no purchase passed one at its place,
 * and each rejection for a limit had a moment of its call at which that limit denied it. Where the ledger doesn't show
 * when money counted as back, it counts as it suits the portal.
 */
export function judgeLimits(
  calls: readonly Call[],
  entries: ReadonlyMap<number, readonly WalletEntry[]>,
  limits: readonly Limits[],
  highestPrice: (planId: number) => bigint,
): Verdict[] {
  const held = limits.map((limit) =>
    (entries.get(limit.reseller) ?? []).filter((entry) => isUnder(limit, entry)),
  );
  const rejected = calls.filter(isForLimit);
  const wallets = new Map(
    [...Map.groupBy(calls, ({ reseller }) => reseller)].map(([id, own]) => [
      id,
      createWallet(own, entries.get(id) ?? []),
    ]),
  );
  const isRight = (call: Call) =>
    limits.some(
      (limit) => isUnder(limit, call) && mayDeny(limit, call, wallets.get(call.reseller), highestPrice),
    );
  return [
    {
      name: "no limit is passed at any moment",
      checked: held.flat().length,
      broken: limits.flatMap((limit, n) => [
        ...findAboveDay(limit, entries.get(limit.reseller) ?? []),
        ...findDenied(limit, held[n] ?? []),
      ]),
    },
    {
      name: "each rejection for a limit had its moment",
      checked: rejected.length,
      broken: rejected
        .filter((call) => !isRight(call))
        .map((call) => `${describeCall(call)} for the limit of its ${call.reason}, which had room`),
    },
  ];
}

const isForLimit = ({ reason, end }: Call): boolean =>
  end !== null && (reason === "day" || reason === "purchase" || reason === "network");

/** Whether a call, or money that is held, counts for a limit. */
function isUnder(limit: Limits, it: Call | WalletEntry): boolean {
  const isOfWallet = "balance" in it ? it.ref !== null : it.reseller === limit.reseller;
  return isOfWallet && (limit.spender === undefined || limit.spender === it.spender);
}

const describeLimit = ({ reseller, spender }: Limits): string => `${reseller}${spender ? ` ${spender}` : ""}`;

/** Finds moments at which more was held than may be spent in their day, by the fewest purchases that show it. */
function findAboveDay(limit: Limits, entries: readonly WalletEntry[]): string[] {
  const { day: most } = limit;
  if (most === undefined) return [];
  const held = new Map<string, WalletEntry>();
  return entries.flatMap((entry) => {
    if (entry.returned) held.delete(entry.returned);
    if (entry.ref === null || !isUnder(limit, entry)) return [];
    held.set(entry.ref, entry);
    const ofDay = [...held.values()].filter(({ day }) => day === entry.day);
    if (sumHeld(ofDay) <= most) return [];
    const dearest = ofDay.toSorted((a, b) => Number(a.amount - b.amount));
    const fewest = dearest.slice(0, 1 + dearest.findIndex((_, n) => sumHeld(dearest.slice(0, n + 1)) > most));
    const refs = fewest.map(({ ref }) => ref).join(", ");
    return [`${describeLimit(limit)} spent ${sumHeld(fewest)} of ${most} on ${refs}`];
  });
}

const sumHeld = (held: readonly WalletEntry[]): bigint => held.reduce((sum, { amount }) => sum - amount, 0n);

/** Finds purchases that their limits never allow. */
function findDenied(limit: Limits, held: readonly WalletEntry[]): string[] {
  const { purchase, networkIds } = limit;
  return held.flatMap(({ ref, amount, networkId }) => {
    if (purchase !== undefined && -amount > purchase)
      return [`${describeLimit(limit)} spent ${-amount} on ${ref}, above ${purchase}`];
    return networkIds && networkId != null && !networkIds.includes(networkId)
      ? [`${describeLimit(limit)} bought ${ref} of network ${networkId}`]
      : [];
  });
}

/** Whether a limit denied a call at a moment of it. */
function mayDeny(
  limit: Limits,
  call: Call,
  wallet: Wallet | undefined,
  highestPrice: (planId: number) => bigint,
): boolean {
  const price = highestPrice(call.planId);
  if (call.reason === "purchase") return limit.purchase !== undefined && price > limit.purchase;
  if (call.reason === "network") return limit.networkIds?.includes(call.networkId) === false;
  const { day: most } = limit;
  if (!wallet || most === undefined || (call.limit !== undefined && call.limit !== most)) return false;
  if (price > most) return true;
  const [first, last] = findMoments(wallet, call);
  const held = new Map<string, WalletEntry>();
  return wallet.entries.slice(0, last + 1).some((entry, place) => {
    // A purchase that is credited stays open, and counts until it has failed.
    if (entry.returned && !entry.isAdvance) held.delete(entry.returned);
    if (entry.ref !== null && isUnder(limit, entry)) held.set(entry.ref, entry);
    const days = Map.groupBy(held.values(), ({ day }) => day);
    return place >= first && [...days.values()].some((ofDay) => sumHeld(ofDay) + price > most);
  });
}
