export const HIDDEN_BALANCE_COOKIE = "hide-balance";
