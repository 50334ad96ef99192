/** The price tier of a reseller, the lowest first. */
export type Level = "smart_earner" | "affiliate" | "top_user" | "api";
export const LEVELS: readonly Level[] = ["smart_earner", "affiliate", "top_user", "api"];
