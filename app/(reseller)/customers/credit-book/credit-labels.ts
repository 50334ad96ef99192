import type { StateLabel } from "#app/ui/purchase/purchase-labels.ts";
import type { CreditState } from "#lib/credit-book/credit-lists";

export const CREDIT_STATE_LABELS: Record<CreditState, StateLabel> = {
  owed: { word: "Owed", tone: "wait" },
  overdue: { word: "Overdue", tone: "bad" },
  paid: { word: "Paid", tone: "good" },
  undone: { word: "Undone", tone: "plain" },
};

/** Said on each page of the book. */
export const NOTEBOOK_TEXT = "Your own notebook. It never moves money in your wallet.";

export const BOOK_PATH = "/customers/credit-book";

/** The sales of the book. */
export const SALES_PATH = `${BOOK_PATH}?show=sales`;
