import { decimalText, type Minor } from "#lib/core/money";

/** Money as the lists' JSON number (sections 2.2 and 2.5): the shortest one that reads back exactly. */
export function amountNumber(minor: Minor): number {
  return Number(decimalText(minor));
}
