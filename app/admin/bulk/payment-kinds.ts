import { findEarlierCredits } from "#lib/funding/find-earlier-credits";
import { type FundingRequest, fundingList } from "#lib/funding/funding-list";
import { type ListedPayment, paymentList } from "#lib/payment/payment-list";
import { providerLabel } from "#lib/payment/providers/providers";
import {
  type SettlementDiscrepancy,
  settlementDiscrepancyList,
} from "#lib/payment/settlement/settlement-discrepancy-list";
import {
  acceptDiscrepanciesAction,
  approveFundingsAction,
  recheckPaymentsAction,
  rejectFundingsAction,
} from "./actions.ts";
import { defineBulkKind } from "./bulk-kind.ts";

export const onlinePaymentKind = defineBulkKind<ListedPayment>({
  name: "online",
  here: "/admin/wallets/money-in/online",
  label: "Online payments",
  nouns: ["payment", "payments"],
  list: paymentList,
  row: ({ reference, provider, amount, reseller }) => ({
    name: reference,
    title: reseller.name,
    amount,
    reseller: reseller.id,
    note: `${providerLabel(provider)}, ${reference}`,
  }),
  acts: {
    check: {
      label: "Recheck",
      needs: "answer",
      does: "Rechecked with the provider",
      moves: false,
      not: ({ state, chargedBack }) => (state === "paid" && !chargedBack ? "It’s paid." : undefined),
      action: recheckPaymentsAction,
      reasonLabel: null,
    },
  },
});

const getDecisionNote = ({ state, decidedBy }: FundingRequest) =>
  state === "pending" ? undefined : `${decidedBy} ${state === "approved" ? "approved" : "rejected"} it.`;

export const bankTransferKind = defineBulkKind<FundingRequest>({
  name: "funding",
  here: "/admin/wallets/money-in/transfers",
  label: "Bank transfers",
  nouns: ["bank transfer", "bank transfers"],
  list: fundingList,
  row: ({ id, bankReference, seenBefore, amount, reseller }) => ({
    name: String(id),
    title: reseller.name,
    amount,
    reseller: reseller.id,
    note: seenBefore > 0 ? `${bankReference}. Another request names the same reference.` : bankReference,
  }),
  warnings: async (ctx, rows) => {
    const waiting = rows.filter(({ state }) => state === "pending").map(({ id }) => id);
    const warning = "The same amount was credited to this wallet recently.";
    const credited = await findEarlierCredits(ctx, waiting);
    return new Map(Array.from(credited.keys(), (id) => [String(id), warning]));
  },
  acts: {
    approve: {
      label: "Approve",
      needs: "money",
      does: "Credited to the wallet",
      moves: "funding",
      not: getDecisionNote,
      action: approveFundingsAction,
      reasonHint: "Each reseller sees this on their statement.",
    },
    reject: {
      label: "Reject",
      needs: "money",
      does: "Rejected, no money moves",
      moves: false,
      not: getDecisionNote,
      action: rejectFundingsAction,
      reasonHint: "Each reseller sees this.",
      danger: true,
    },
  },
});

export const settlementDiscrepancyKind = defineBulkKind<SettlementDiscrepancy>({
  name: "settlements",
  here: "/admin/review/settlements",
  label: "Settlement discrepancies",
  nouns: ["discrepancy", "discrepancies"],
  list: {
    ...settlementDiscrepancyList,
    // Also those that were just accepted: their results stand on the page.
    byKeys: (ctx, keys) => settlementDiscrepancyList.byKeys(ctx, keys, { state: "all" }),
  },
  row: ({ id, provider, transaction, settlement, ledgerText, providerText, difference }) => ({
    name: String(id),
    title: `${provider} ${transaction ?? settlement ?? ""}`,
    amount: difference,
    note: `Ledger: ${ledgerText ?? "none"}, provider: ${providerText ?? "none"}`,
  }),
  acts: {
    accept: {
      label: "Accept",
      needs: "money",
      does: "Accepted, and the rest of an amount or fee posted as your fee",
      moves: "settlement",
      not: ({ state }) => (state === "open" ? undefined : "It’s resolved."),
      action: acceptDiscrepanciesAction,
    },
  },
});
