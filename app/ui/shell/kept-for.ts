/** The header that says for which account something was put aside. */
export const KEPT_FOR = "X-Kept-For";
