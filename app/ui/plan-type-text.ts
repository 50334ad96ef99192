/** Says below the cheapest plans which others there are, to resellers and to customers of a shop. */
export const OTHER_TYPES_LABEL = "Other types";
export const PLAN_TYPES_TEXT =
  "The same data, sent by the network in another way. If a number can’t get one type, another may work.";

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  gifting: "sent to you by the network itself.",
  sme: "shared from the data of a small business.",
  "corporate gifting": "a gift from the data of a company.",
  "data coupons": "loaded with a coupon of the network.",
};

/** Lists the types whose meaning is known, once each, with one line on what it is. */
export function listTypeTexts(types: readonly string[]): { type: string; text: string }[] {
  return [...new Set(types)].flatMap((type) => {
    const text = TYPE_TEXTS[type.trim().toLowerCase()];
    return text === undefined ? [] : [{ type, text }];
  });
}
