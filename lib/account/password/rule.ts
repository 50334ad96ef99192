import { env } from "#lib/core/env";
import { invalid } from "#lib/core/error";

const SHORTEST = 10;
const LONGEST = 200;

interface Owner {
  email: string;
  name: string;
}

/**
 * Refuses a new password that is too short, is known from breaches, or is the name of its owner, of their e-mail or of
 * the portal, however decorated.
 * @throws invalid, with the words at `field`.
 */
export async function checkPassword(password: string, owner: Owner, field = "password"): Promise<void> {
  const wrong = await whatIsWrong(password, owner);
  if (wrong) throw invalid(field, wrong);
}

async function whatIsWrong(password: string, { email, name }: Owner): Promise<string | undefined> {
  const length = [...password].length;
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `Use at most ${LONGEST} characters.`;
  const plain = password.normalize("NFKC").toLowerCase();
  const { PORTAL_NAME, NEXTAUTH_URL } = env();
  if (isMadeOf(plain, [...email.split(/[@.]/), email]))
    return "Use something other than your e-mail address.";
  if (isMadeOf(plain, [name, ...name.split(/\s+/)])) return "Use something other than your name.";
  if (
    isMadeOf(plain, [PORTAL_NAME, ...PORTAL_NAME.split(/\s+/), ...new URL(NEXTAUTH_URL).hostname.split(".")])
  )
    return "Use something other than the portal's name.";
  if (await isWidelyKnown(plain))
    return "This password is known from break-ins elsewhere. Choose another one.";
  return undefined;
}

async function isWidelyKnown(plain: string): Promise<boolean> {
  if (new Set(plain).size < 5) return true;
  const common = await commonPasswords();
  return common.has(plain) || common.has(stem(plain));
}

/** The word in "!password2024": people add a few digits and signs to satisfy a rule, and attackers know it. */
function stem(plain: string): string {
  return plain.replace(/^[\d\W_]{1,6}(?=\p{L})/u, "").replace(/(?<=\p{L})[\d\W_]{1,6}$/u, "");
}

/** The letters that people write as digits and signs. In capitals, to be told from what was a letter. */
const LETTER_OF: Record<string, string> = Object.fromEntries(
  ["0O", "1I", "!I", "|I", "3E", "4A", "@A", "5S", "$S", "7T", "+T", "8B", "9G"].map(([sign, letter]) => [
    sign,
    letter,
  ]),
);

/**
 * Whether a password is little more than the names that everybody who guesses tries first: fewer letters are left than a
 * short word has. Digits and signs do not count, and those that stand for letters are also read as letters.
 */
function isMadeOf(plain: string, names: readonly string[]): boolean {
  const known = names.map(letters).filter((name) => name.length >= 3);
  const longestFirst = known.toSorted((one, other) => other.length - one.length);
  const spelledOut = plain.replace(/./gu, (sign) => LETTER_OF[sign] ?? sign);
  return [plain, spelledOut].map(letters).some((all) => {
    const left = longestFirst.reduce((rest, name) => rest.replaceAll(new RegExp(name, "gi"), ""), all);
    return left.length < all.length && left.replace(/\p{Lu}/gu, "").length < 4;
  });
}

/** The letters alone, without their accents. */
const letters = (text: string) => text.normalize("NFKD").replace(/[^\p{L}]/gu, "");

let common: Promise<Set<string>> | undefined;

function commonPasswords(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    (list) => new Set(list.dictionary["passwords-common"]),
  );
  return common;
}
