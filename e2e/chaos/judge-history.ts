import {
  type Call,
  createWallet,
  describeCall,
  findMoments,
  type Wallet,
  type WalletEntry,
} from "./history.ts";
import type { Verdict } from "./verdict.ts";

/**
 * Judges the responses at their moments, not only at the end. For each ref: no response is older than one before
 * it. For each wallet: the order of its ledger explains every response, that is, calls that followed each other are in
 * that order, each response has the balances of its place, and for each rejection for want of money there was a moment
 * of the call at which there was less. What contradicts is described by the fewest calls that show it.
 */
export function judgeHistory(
  calls: readonly Call[],
  entries: ReadonlyMap<number, readonly WalletEntry[]>,
  highestPrice: (planId: number) => bigint,
): Verdict[] {
  const heard = calls.filter((call) => call.end !== null && !call.altered);
  const byReseller = Map.groupBy(calls, ({ reseller }) => reseller);
  const wallets = [...byReseller].map(([reseller, own]) => createWallet(own, entries.get(reseller) ?? []));
  const forFunds = heard.filter(({ reason }) => reason === "funds");
  return [
    {
      name: "no response is older than one before",
      checked: heard.length,
      broken: [...Map.groupBy(heard, ({ reseller, ref }) => `${reseller} ${ref}`).values()].flatMap(
        findOlder,
      ),
    },
    {
      name: "a wallet's order explains each balance",
      checked: heard.filter(({ before }) => before !== undefined).length,
      broken: wallets.flatMap((wallet) => [...findWrongBalances(wallet), ...findWrongOrder(wallet)]),
    },
    {
      name: "each rejection had a moment of need",
      checked: forFunds.length,
      broken: wallets.flatMap((wallet) => findNeedless(wallet, highestPrice)),
    },
  ];
}

/** Finds responses of one ref that an earlier one, which was complete before they began, excludes. */
function findOlder(calls: readonly Call[]): string[] {
  const sorted = calls.toSorted((a, b) => a.start - b.start);
  return sorted.flatMap((later, n) => {
    const earlier = sorted.slice(0, n).find((call) => (call.end ?? 0) < later.start && excludes(call, later));
    return earlier ? [`${describeCall(earlier)}, then ${describeCall(later)}`] : [];
  });
}

function excludes(earlier: Call, later: Call): boolean {
  if (earlier.told === "rejected") return false;
  if (later.told === "rejected") return true;
  const isEnded = earlier.told !== "pending";
  return (
    (isEnded && later.told !== earlier.told) ||
    (earlier.ident !== undefined && later.ident !== undefined && later.ident !== earlier.ident)
  );
}

function findWrongBalances({ calls, entries, placed }: Wallet): string[] {
  const places = new Map(placed.map(({ ref, place }) => [ref, place]));
  return calls.flatMap((call) => {
    const entry = entries[places.get(call.ref) ?? -1];
    if (!entry || call.altered || call.before === undefined || call.told === "failed") return [];
    const isRight = call.after === entry.balance && call.before === entry.balance - entry.amount;
    return isRight
      ? []
      : [
          `${describeCall(call)}: ${call.before} to ${call.after}, but ${entry.balance - entry.amount} to ${entry.balance}`,
        ];
  });
}

/** Finds a purchase that was complete before another began, but comes after it in the ledger. */
function findWrongOrder({ placed }: Wallet): string[] {
  const ended = placed.toSorted((a, b) => b.until - a.until);
  let last = { ref: "", place: -1 };
  return placed
    .toSorted((a, b) => a.from - b.from)
    .flatMap((later) => {
      while ((ended.at(-1)?.until ?? Number.POSITIVE_INFINITY) < later.from) {
        const earlier = ended.pop();
        if (earlier && earlier.place > last.place) last = earlier;
      }
      return last.place > later.place
        ? [`${last.ref} was placed before ${later.ref} was asked for, but is after it in the ledger`]
        : [];
    });
}

/** Finds rejections for want of money in whose time there always was enough. */
function findNeedless(wallet: Wallet, highestPrice: (planId: number) => bigint): string[] {
  return wallet.calls.flatMap((call) => {
    if (call.reason !== "funds" || call.end === null) return [];
    const [first, last] = findMoments(wallet, call);
    const balances = wallet.entries.slice(first, last + 1).map(({ balance }) => balance);
    const least = balances.toSorted((a, b) => Number(a - b))[0] ?? 0n;
    return least < highestPrice(call.planId)
      ? []
      : [`${describeCall(call)} for want of money, with ${least} at least`];
  });
}
