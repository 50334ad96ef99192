import { RequestFundingInput } from "#lib/funding/request-funding";
import type { Query } from "../../../ui/address.ts";

/** The form as it comes back: what was typed, and what is wrong with it. */
export interface Trouble {
  typed: { amount: string; bankReference: string };
  errors: { amount?: string | undefined; bankReference?: string | undefined; picture?: string | undefined };
  message: string | undefined;
}

const PICTURE: Record<string, string> = {
  large: "Use a picture of at most 4 MB and 16 megapixels, or a screenshot of it.",
  unreadable: "This is no picture that can be read. Use a JPEG, PNG or WebP file.",
  busy: "Another picture of yours is being read. Send this one when it is done.",
};

const FORM = RequestFundingInput.pick({ amount: true, bankReference: true });

/** Reads from the address what the route that took the form led back with. */
export function readTrouble(query: Query): Trouble {
  const one = (name: string) => [query[name]].flat()[0]?.slice(0, 200) ?? "";
  const typed = { amount: one("amount"), bankReference: one("bankReference") };
  if (!one("wrong")) return { typed, errors: {}, message: undefined };
  const { error } = FORM.safeParse(typed);
  const at = (name: string) => error?.issues.find(({ path }) => path[0] === name)?.message;
  const errors = {
    amount: at("amount"),
    bankReference: at("bankReference"),
    picture: PICTURE[one("wrong")],
  };
  const many = one("wrong") === "many";
  return {
    typed,
    errors,
    message: many ? "Five of your payments wait to be looked at. Wait for these first." : undefined,
  };
}
