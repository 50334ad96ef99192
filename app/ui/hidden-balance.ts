/** The cookie of a browser that hides the balance. */
export const HIDDEN_BALANCE_COOKIE = "hide-balance";
