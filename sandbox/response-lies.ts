import { z } from "zod";

/** Ways in which a response about a real execution is untrue or hostile. */
export const ResponseLie = z.enum([
  "other-network",
  "negative-amount",
  "huge-amount",
  "wrong-amount",
  "not-money",
  "seen-ident",
  "no-ident",
  "broken-balances",
  "unknown-status",
  "no-status",
  "extra-fields",
  "markup",
  "wrong-types",
]);
export type ResponseLie = z.infer<typeof ResponseLie>;

type TransactionJson = Record<string, unknown>;

/** Replaces every status of the view; `undefined` removes them from the JSON. */
function withStatus(view: TransactionJson, word: string | undefined): TransactionJson {
  const keys = ["Status", "status"].filter((key) => key in view);
  return { ...view, ...Object.fromEntries(keys.map((key) => [key, word])) };
}

const LIE_TRANSFORMS: Record<ResponseLie, (view: TransactionJson, seenIdent: string) => TransactionJson> = {
  "other-network": (view) => ({ ...view, network: (Number(view.network) % 4) + 1 }),
  "negative-amount": (view) => ({ ...view, amount: `-${view.amount}` }),
  "huge-amount": (view) => ({ ...view, amount: "99999999999999999999.00" }),
  "wrong-amount": (view) => ({ ...view, amount: "1.00" }),
  "not-money": (view) => ({ ...view, amount: "NaN", balance_before: "1e9", balance_after: "" }),
  "seen-ident": (view, seenIdent) => ({ ...view, ident: seenIdent }),
  "no-ident": ({ ident: _, ...view }) => view,
  "broken-balances": (view) => ({ ...view, balance_before: "10.00", balance_after: "999,999.99" }),
  "unknown-status": (view) => withStatus(view, "reversed"),
  "no-status": (view) => withStatus(view, undefined),
  "extra-fields": (view) => ({ ...view, role: "admin", balance: "1.00", ["__proto__"]: { admin: true } }),
  markup: (view) => ({
    ...view,
    api_response: `<script>alert(1)</script><img src=x onerror=alert(2)>`,
    description: `=HYPERLINK("http://example.invalid","x") \u202e</td>`,
  }),
  "wrong-types": (view) => ({ ...view, id: "x", ident: 7, amount: {}, balance_before: [], api_response: 9 }),
};

/** Falsifies the transaction. `seenIdent` is an ident that was sent before. */
export function applyLie(
  lie: ResponseLie | undefined,
  view: TransactionJson,
  seenIdent: string,
): TransactionJson {
  return lie ? LIE_TRANSFORMS[lie](view, seenIdent) : view;
}
