import { decimalText } from "#lib/core/money";
import type { Asked } from "./answer.ts";
import type { ToldTransaction } from "./body.ts";

/** An amount beyond this many times the cost is no price change but a lie or a fault. */
const ABSURD = 10n;

/** Why a transaction cannot be the answer to what was asked; undefined when it can. */
export function misfit(told: ToldTransaction, asked: Asked): string | undefined {
  const { networkId, amount } = told;
  if (networkId === "unreadable") return "the network is unreadable";
  if (networkId !== null && networkId !== asked.networkId) {
    return `network ${networkId} instead of ${asked.networkId}`;
  }
  if (amount === "unreadable") return "the amount is unreadable";
  if (amount !== null && amount < 0n) return `a negative amount: ${decimalText(amount)}`;
  if (amount !== null && amount > asked.cost * ABSURD) {
    return `an absurd amount: ${decimalText(amount)} instead of ${decimalText(asked.cost)}`;
  }
  return undefined;
}

/** Whether a delivered transaction took another price than expected, and all else about its money fits. */
export function isRepriced(
  { amount, balanceBefore, balanceAfter }: ToldTransaction,
  { cost }: Asked,
): boolean {
  if (typeof amount !== "bigint" || amount === cost) return false;
  if (balanceBefore === null || balanceAfter === null) return true;
  if (balanceBefore === "unreadable" || balanceAfter === "unreadable") return false;
  return balanceBefore - balanceAfter === amount;
}

/** What an admin should know of a delivered transaction whose money is not as listed. */
export function oddity({ amount, balanceBefore, balanceAfter }: ToldTransaction, { cost }: Asked) {
  if (amount === null || amount === "unreadable") return "no amount was told";
  if (amount !== cost) return `charged ${decimalText(amount)} instead of ${decimalText(cost)}`;
  if (balanceBefore === "unreadable" || balanceAfter === "unreadable") return "a balance is unreadable";
  if (balanceBefore === null || balanceAfter === null) return undefined;
  const fell = balanceBefore - balanceAfter;
  return fell === amount
    ? undefined
    : `the balance fell by ${decimalText(fell)}, not by ${decimalText(amount)}`;
}
