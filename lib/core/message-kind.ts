/** The facts of an order that messages tell its customer; `ending`: its bundle ends tomorrow. */
export const MESSAGE_KINDS = ["delivered", "failed", "reversed", "refunded", "ending"] as const;
