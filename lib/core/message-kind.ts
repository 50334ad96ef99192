/** The facts of an order that messages tell its customer. */
export const MESSAGE_KINDS = ["delivered", "failed", "reversed", "refunded"] as const;
