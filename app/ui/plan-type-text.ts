/** Says below the cheapest plans which others there are, to resellers and to customers of a shop. */
export const OTHER_TYPES_LABEL = "Other types";
export const PLAN_TYPES_TEXT =
  "The same data, sent by the network in another way. If a number can’t get one type, another may work.";
