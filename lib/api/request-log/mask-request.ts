const MAX_LENGTH = 300;
const MAX_REF_LENGTH = 64;

const TOKEN_PATTERN = /kiosk_(live|test)_[0-9A-Za-z]*/g;
/** A value of the query whose name is that of a secret. */
const SECRET_PATTERN = /([?&][^=&]*(?:token|key|secret|pass|auth|pin)[^=&]*=)[^&]*/gi;
/** A mobile number: of a customer of the reseller's. */
const PHONE_PATTERN = /(?:234|0)[789]\d{5}(\d{4})/g;

/** Returns a path with its query, without tokens, other secrets and mobile numbers. */
export function maskPath(url: string): string {
  const [path = "", ...query] = toStorable(url, MAX_LENGTH)
    .replace(TOKEN_PATTERN, "…")
    .split(/(?=\?)/);
  return path + query.join("").replace(SECRET_PATTERN, "$1…").replace(PHONE_PATTERN, "…$1");
}

/** Returns the text of an error without tokens and mobile numbers. */
export const maskError = (text: string): string =>
  toStorable(text, MAX_LENGTH).replace(TOKEN_PATTERN, "…").replace(PHONE_PATTERN, "…$1");

export const maskRef = (ref: string): string => toStorable(ref, MAX_REF_LENGTH).replace(TOKEN_PATTERN, "…");

/** Cuts a text to a length, and replaces characters that the database or a terminal can't take. */
const toStorable = (text: string, length: number) =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\p{Cc}/gu, "?");
