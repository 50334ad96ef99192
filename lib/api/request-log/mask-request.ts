import { unescape as unescapePercent } from "node:querystring";

const MAX_LENGTH = 300;
const MAX_REF_LENGTH = 64;
/** A proxy may have encoded once more what a client had encoded. */
const MAX_DECODINGS = 3;

const TOKEN_PATTERN = /kiosk_(live|test)_[0-9A-Za-z]*/g;
/** The name of a secret in the query. */
const SECRET_NAME = /token|key|secret|pass|auth|pin/i;
/** A mobile number, of a customer of the reseller's, also with spaces or signs between its digits. */
const PHONE_PATTERN = /(?:234|0)[\s().-]*[789](?:[\s().-]*\d){5}((?:[\s().-]*\d){4})/g;

/** Returns a path with its query, without tokens, other secrets and mobile numbers, also encoded ones. */
export function maskPath(url: string): string {
  const [path = "", ...query] = toStorable(url, MAX_LENGTH).split(/(?=\?)/);
  return maskEach(path, "/", maskTokens) + maskEach(query.join(""), /([?&])/, maskParameter);
}

/** Returns the text of an error without tokens and mobile numbers. */
export const maskError = (text: string): string => maskAll(toStorable(text, MAX_LENGTH));

export const maskRef = (ref: string): string => maskTokens(toStorable(ref, MAX_REF_LENGTH));

/** Masks each part of a text, decoded; one that has nothing to hide stays as it was sent. */
function maskEach(text: string, separator: string | RegExp, mask: (part: string) => string): string {
  const parts = text.split(separator).map((part) => {
    const decoded = decode(part);
    const masked = mask(decoded);
    return masked === decoded ? part : toStorable(masked, MAX_LENGTH);
  });
  return parts.join(typeof separator === "string" ? separator : "");
}

function decode(text: string): string {
  let decoded = text;
  for (let n = 0; n < MAX_DECODINGS && decoded.includes("%"); n++) decoded = unescapePercent(decoded);
  return decoded;
}

/** Masks one parameter of a query, in which a plus is a space. */
function maskParameter(text: string): string {
  const [name = "", ...value] = text.split("=");
  if (value.length > 0 && SECRET_NAME.test(name)) return `${maskAll(name)}=…`;
  const masked = maskAll(text.replaceAll("+", " "));
  return masked === text.replaceAll("+", " ") ? text : masked;
}

const maskTokens = (text: string) => text.replace(TOKEN_PATTERN, "…");

const maskAll = (text: string) =>
  maskTokens(text).replace(PHONE_PATTERN, (_, end: string) => `…${end.replace(/\D/g, "")}`);

/** Cuts a text to a length, and replaces characters that the database or a terminal can't take. */
const toStorable = (text: string, length: number) =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\p{Cc}/gu, "?");
