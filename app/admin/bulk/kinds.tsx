import type { ReactNode } from "react";
import type { MovementKind } from "#lib/audit/second-admin-limits";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Permission } from "#lib/core/permission";
import { creditedAlready } from "#lib/desk/credited-already";
import { type AskedFunding, fundingList } from "#lib/funding/list";
import { providerLabel } from "#lib/payment/names";
import { type ListedPayment, paymentList } from "#lib/payment/payment-list";
import { caseList, type ListedCase } from "#lib/purchase/case/case-list";
import { purchaseList } from "#lib/purchase/read/admin-list";
import type { AdminPurchaseView } from "#lib/purchase/read/view";
import type { RowAnswers } from "#lib/web/per-row";
import { caseWords } from "../../ui/case-words.ts";
import type { FormAction } from "../../ui/form.tsx";
import { Input } from "../../ui/input.tsx";
import { purchaseWords } from "../../ui/purchase-words.ts";
import { Textarea } from "../../ui/textarea.tsx";
import {
  answerCases,
  approvePayments,
  checkPayments,
  notePurchases,
  refusePayments,
  reversePurchases,
  settleDelivered,
  settleFailed,
} from "./actions.ts";
import { MOST_ROWS } from "./bulk-action.ts";

/** A row of whatever list, for somebody who decides about many of them. */
interface Row {
  /** What it is chosen by, and with its version as its verb takes it. */
  name: string;
  version?: number;
  title: string;
  note: string;
  amount: Minor;
  /** Whose wallet it is about. */
  reseller: number;
}

interface Act<T> {
  label: string;
  /** What the reader's role has to include: others are not offered it. */
  needs: Permission;
  /** What it does with a row, and how that moves its amount, if it does. */
  does: string;
  moves: MovementKind | false;
  /** Why it is not possible with a row; undefined where it is. */
  not: (row: T) => string | undefined;
  action: FormAction<RowAnswers>;
  hidden?: Readonly<Record<string, string>>;
  /** Fields before the reason, and the reason's own words; null asks for none. */
  fields?: ReactNode;
  why?: string | null;
  whyHint?: string;
  danger?: boolean;
}

/** What can be done with many rows of a list at once. */
export interface Kind {
  /** The list, and what its rows are called. */
  here: string;
  label: string;
  nouns: readonly [one: string, many: string];
  acts: Readonly<Record<string, Omit<Act<never>, "not">>>;
  /** The rows that were chosen, or all that the filters find, at most one more than a form takes. */
  read: (ctx: Ctx, chosen: Chosen, act: string) => Promise<(Row & { not: string | undefined })[]>;
}

/** Rows by their names, or the filters that find them. */
export type Chosen = { names: readonly string[] } | { filters: Record<string, unknown> };

interface Source<T> extends Pick<Kind, "here" | "label" | "nouns"> {
  acts: Readonly<Record<string, Act<T>>>;
  some: (ctx: Ctx, names: readonly string[]) => Promise<T[]>;
  page: (ctx: Ctx, filters: Record<string, unknown>, size: number) => Promise<{ rows: T[] }>;
  row: (of: T) => Row;
  /** What else whoever decides has to know of rows, by their names. */
  warnings?: (ctx: Ctx, rows: readonly T[]) => Promise<ReadonlyMap<string, string>>;
}

function kind<T>({ acts, some, page, row, warnings, ...rest }: Source<T>): Kind {
  return {
    ...rest,
    acts,
    read: async (ctx, chosen, act) => {
      const rows =
        "names" in chosen
          ? await some(ctx, chosen.names.slice(0, MOST_ROWS + 1))
          : (await page(ctx, chosen.filters, MOST_ROWS + 1)).rows;
      const warned = await warnings?.(ctx, rows);
      return rows.map((of) => {
        const { note, ...one } = row(of);
        const warning = warned?.get(one.name);
        return { ...one, note: warning ? `${note}. ${warning}` : note, not: acts[act]?.not(of) };
      });
    },
  };
}

const online = kind<ListedPayment>({
  here: "/admin/wallets/online",
  label: "Paid online",
  nouns: ["payment", "payments"],
  some: paymentList.some,
  page: paymentList.page,
  row: ({ reference, provider, amount, reseller }) => ({
    ...{ name: reference, title: reseller.name, amount, reseller: reseller.id },
    note: `${providerLabel(provider)}, ${reference}`,
  }),
  acts: {
    check: {
      label: "Check again",
      needs: "answer",
      does: "The provider is asked anew",
      moves: false,
      not: ({ state, takenBack }) => (state === "paid" && !takenBack ? "It is paid." : undefined),
      action: checkPayments,
      why: null,
    },
  },
});

const decided = ({ state, decidedBy }: AskedFunding) =>
  state === "pending" ? undefined : `${decidedBy} ${state === "approved" ? "approved" : "refused"} it.`;

const funding = kind<AskedFunding>({
  here: "/admin/wallets/funding",
  label: "Payments",
  nouns: ["payment", "payments"],
  some: fundingList.some,
  page: fundingList.page,
  row: ({ id, bankReference, seenBefore, amount, reseller }) => ({
    ...{ name: String(id), title: reseller.name, amount, reseller: reseller.id },
    note: seenBefore > 0 ? `${bankReference}. Another request names the same reference.` : bankReference,
  }),
  warnings: async (ctx, rows) => {
    const waiting = rows.filter(({ state }) => state === "pending").map(({ id }) => id);
    const credited = await creditedAlready(ctx, waiting);
    return new Map(
      Array.from(credited.keys(), (id) => [String(id), "The same amount came into the wallet already."]),
    );
  },
  acts: {
    approve: {
      label: "Approve",
      needs: "money",
      does: "Into the wallet",
      moves: "funding",
      not: decided,
      action: approvePayments,
      whyHint: "Each of them reads this on their statement.",
    },
    refuse: {
      label: "Refuse",
      needs: "money",
      does: "Refused, no money moves",
      moves: false,
      not: decided,
      action: refusePayments,
      whyHint: "Each of them reads this.",
      danger: true,
    },
  },
});

/** Only what is in that state. */
const inState =
  (wanted: AdminPurchaseView["state"], words: string) =>
  ({ state, cancelled }: AdminPurchaseView) =>
    state === wanted ? undefined : `${words} This one: ${purchaseWords(state, cancelled).word}.`;

const UNCONFIRMED = inState("unconfirmed", "Only what is not confirmed can be settled by hand.");

const purchases = kind<AdminPurchaseView>({
  here: "/admin/purchases",
  label: "Purchases",
  nouns: ["purchase", "purchases"],
  some: purchaseList.some,
  page: purchaseList.page,
  row: ({ ident, phone, networkName, size, volume, typeName, price, reseller }) => ({
    ...{ name: ident, title: phone, amount: price, reseller: reseller.id },
    note: `${networkName} ${size} ${volume} ${typeName}, ${reseller.name}`,
  }),
  acts: {
    delivered: {
      label: "Settle as delivered",
      needs: "money",
      does: "Delivered, the money is kept",
      moves: "settle",
      not: UNCONFIRMED,
      action: settleDelivered,
      whyHint: "How you know: the ticket, the proof.",
    },
    failed: {
      label: "Settle as failed, money back",
      needs: "money",
      does: "Money back into the wallet",
      moves: "settle",
      not: UNCONFIRMED,
      action: settleFailed,
      whyHint: "How you know: the ticket, the proof.",
    },
    reverse: {
      label: "Reverse, money back",
      needs: "money",
      does: "Money back into the wallet",
      moves: "reversal",
      not: inState("successful", "Only a delivered purchase can be reversed."),
      action: reversePurchases,
      whyHint: "Each of them reads this on their statement.",
      danger: true,
    },
    note: {
      label: "Add a note",
      needs: "answer",
      does: "Gets the note",
      moves: false,
      not: () => undefined,
      action: notePurchases,
      why: null,
      fields: <Textarea label="Note" name="text" maxLength={2000} hint="Only admins read it." />,
    },
  },
});

const SAID = <Textarea label="What the resellers read" name="text" maxLength={500} />;

function caseAnswer(
  answer: string,
  words: Pick<Act<ListedCase>, "label" | "does" | "moves">,
): Act<ListedCase> {
  return {
    ...words,
    needs: words.moves ? "money" : "answer",
    not: (one) => (one.state === "closed" ? `It is closed: ${caseWords(one).word}.` : undefined),
    action: answerCases,
    hidden: { answer },
    fields:
      answer === "asking" ? (
        <>
          {SAID}
          <Input label="More in so many hours" name="hours" inputMode="numeric" defaultValue="24" />
        </>
      ) : (
        SAID
      ),
    why: "Note for us",
    whyHint: "How you found out. Only admins read it.",
    danger: answer === "money_back",
  };
}

const cases = kind<ListedCase>({
  here: "/admin/cases",
  label: "Cases",
  nouns: ["case", "cases"],
  some: (ctx, names) => caseList.some(ctx, names, { state: "all" }),
  page: caseList.page,
  row: ({ ident, version, phone, networkName, size, volume, price, reseller }) => ({
    ...{ name: ident, version, title: phone, amount: price, reseller: reseller.id },
    note: `${networkName} ${size} ${volume}, ${reseller.name}`,
  }),
  acts: {
    asking: caseAnswer("asking", {
      label: "We are asking the provider",
      does: "Stays open, the time moves on",
      moves: false,
    }),
    owner: caseAnswer("owner", {
      label: "We need the number’s owner",
      does: "Waits for the number’s owner",
      moves: false,
    }),
    delivered: caseAnswer("delivered", {
      label: "It was delivered: close",
      does: "Closed as delivered",
      moves: false,
    }),
    money_back: caseAnswer("money_back", {
      label: "It failed after all: money back",
      does: "Money back into the wallet",
      moves: "reversal",
    }),
  },
});

export const KINDS = { funding, online, purchases, cases } as const;
