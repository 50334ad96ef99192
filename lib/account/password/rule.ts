import { env } from "#lib/core/env";
import { invalid } from "#lib/core/error";
import { isEasyToGuess } from "./estimate.ts";

const SHORTEST = 10;
const LONGEST = 200;

interface Owner {
  email: string;
  name: string;
}

/**
 * Refuses a new password that is too short, is easy to guess, or is the name of its owner, of their e-mail or of
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
  const typed = password.normalize("NFKC");
  const plain = typed.toLowerCase();
  const { PORTAL_NAME, NEXTAUTH_URL } = env();
  if (isMadeOf(plain, [...email.split(/[@.]/), email]))
    return "Use something other than your e-mail address.";
  if (isMadeOf(plain, [name, ...name.split(/\s+/)])) return "Use something other than your name.";
  if (
    isMadeOf(plain, [PORTAL_NAME, ...PORTAL_NAME.split(/\s+/), ...new URL(NEXTAUTH_URL).hostname.split(".")])
  )
    return "Use something other than the portal's name.";
  if (await isEasyToGuess(typed))
    return "This password is easy to guess. Use four words that don't belong together, for example.";
  return undefined;
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
