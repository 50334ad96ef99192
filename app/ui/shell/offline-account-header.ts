/** The header that says for which account something was put aside. */
export const OFFLINE_ACCOUNT_HEADER = "X-Kept-For";
