import type { FieldErrors } from "#lib/core/error";
import { RequestFundingInput } from "#lib/funding/request-funding";
import type { ActionState } from "#lib/web/action";
import type { Query } from "../../../ui/address.ts";

const PICTURE: Record<string, string> = {
  large: "Use a picture of at most 4 MB and 16 megapixels, or a screenshot of it.",
  unreadable: "This is no picture that can be read. Use a JPEG, PNG or WebP file.",
  busy: "Another picture of yours is being read. Send this one when it is done.",
};

const FORM = RequestFundingInput.pick({ amount: true, bankReference: true });

/** Reads from the address what the route that took the form led back with: what was typed, and what is wrong with it. */
export function readTrouble(query: Query): {
  typed: { amount: string; bankReference: string };
  state: ActionState;
} {
  const one = (name: string) => [query[name]].flat()[0]?.slice(0, 200) ?? "";
  const typed = { amount: one("amount"), bankReference: one("bankReference") };
  const wrong = one("wrong");
  if (!wrong) return { typed, state: null };
  const fields: FieldErrors = {};
  for (const { path, message } of FORM.safeParse(typed).error?.issues ?? [])
    fields[String(path[0])] ??= [message];
  if (PICTURE[wrong]) fields.picture = [PICTURE[wrong]];
  const message = "Five of your payments wait to be looked at. Wait for these first.";
  return {
    typed,
    state: {
      ...{ ok: false, code: "invalid", fields, facts: {}, values: typed },
      message: wrong === "many" ? message : "",
    },
  };
}
