import type { RecordedReply } from "./buyer.ts";
import type { PurchaseRow } from "./list-purchase-rows.ts";
import { createVerdict, type Verdict } from "./verdict.ts";

/**
 * Judges that no response to a buyer is contradicted by another or by the purchase, and that a ref names one purchase.
 * @param reused the findings of refs that were used twice
 */
export function judgeReplies(
  answers: readonly RecordedReply[],
  purchases: readonly PurchaseRow[],
  reused: readonly string[],
): Verdict[] {
  const byRef = new Map(purchases.map((row) => [`${row.reseller} ${row.ref}`, row]));
  return [
    createVerdict(
      "no response is contradicted",
      answers,
      answers
        .filter((answer) => contradictsReply(answer, byRef))
        .map((answer) => `${answer.ref} told ${answer.told}`),
    ),
    createVerdict("one ref, one purchase", answers, [
      ...reused,
      ...answers
        .filter((answer) => isWrongPurchase(answer, byRef))
        .map(({ ref, ident }) => `${ref} told ${ident}`),
    ]),
  ];
}

function contradictsReply(
  { reseller, ref, told, altered }: RecordedReply,
  purchases: ReadonlyMap<string, PurchaseRow>,
): boolean {
  if (altered) return false;
  const state = purchases.get(`${reseller} ${ref}`)?.state;
  if (told === "rejected") return state !== undefined;
  if (told === "pending") return state === undefined;
  return state !== told && !(told === "successful" && state === "reversed");
}

/** Whether a response shows another purchase than its ref's, or accepts an altered request with a used ref. */
function isWrongPurchase(
  { reseller, ref, told, ident, altered }: RecordedReply,
  purchases: ReadonlyMap<string, PurchaseRow>,
): boolean {
  if (altered) return told !== "rejected";
  return told !== "rejected" && ident !== purchases.get(`${reseller} ${ref}`)?.ident;
}
