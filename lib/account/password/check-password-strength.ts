import { env } from "#lib/core/env";
import { invalidError } from "#lib/core/error";
import { isEasyToGuess } from "./is-easy-to-guess.ts";

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;

interface PasswordOwner {
  email: string;
  name: string;
}

/**
 * Rejects a new password that is too short, easy to guess, or made of the names of its owner,
 * their email or the portal.
 * @throws invalid at `field`.
 */
export async function checkPasswordStrength(password: string, owner: PasswordOwner, field = "password") {
  const wrong = await findPasswordProblem(password, owner);
  if (wrong) throw invalidError(field, wrong);
}

async function findPasswordProblem(
  password: string,
  { email, name }: PasswordOwner,
): Promise<string | undefined> {
  const length = [...password].length;
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`;
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  const typed = password.normalize("NFKC");
  const plain = typed.toLowerCase();
  const { PORTAL_NAME, NEXTAUTH_URL } = env();
  if (isMadeOfNames(plain, [...email.split(/[@.]/), email]))
    return "Use something other than your email address.";
  if (isMadeOfNames(plain, [name, ...name.split(/\s+/)])) return "Use something other than your name.";
  if (
    isMadeOfNames(plain, [
      PORTAL_NAME,
      ...PORTAL_NAME.split(/\s+/),
      ...new URL(NEXTAUTH_URL).hostname.split("."),
    ])
  )
    return "Use something other than the portal's name.";
  if (await isEasyToGuess(typed))
    return "This password is easy to guess. Use four words that don't belong together, for example.";
  return undefined;
}

/** The letters that people write as digits and signs, in capitals to distinguish them from typed letters. */
const LETTERS_BY_SIGN: Record<string, string> = Object.fromEntries(
  ["0O", "1I", "!I", "|I", "3E", "4A", "@A", "5S", "$S", "7T", "+T", "8B", "9G"].map(([sign, letter]) => [
    sign,
    letter,
  ]),
);

/**
 * Whether a password leaves fewer letters than a short word has, once the names that attackers try first are
 * removed. Digits and signs don't count, except that those used as letters are also read as letters.
 */
function isMadeOfNames(plain: string, names: readonly string[]): boolean {
  const nameParts = names.map(extractLetters).filter((name) => name.length >= 3);
  const longestFirst = nameParts.toSorted((a, b) => b.length - a.length);
  const spelledOut = plain.replace(/./gu, (sign) => LETTERS_BY_SIGN[sign] ?? sign);
  return [plain, spelledOut].map(extractLetters).some((all) => {
    const left = longestFirst.reduce((rest, name) => rest.replaceAll(new RegExp(name, "gi"), ""), all);
    return left.length < all.length && left.replace(/\p{Lu}/gu, "").length < 4;
  });
}

/** Extracts the letters, without accents. */
const extractLetters = (text: string) => text.normalize("NFKD").replace(/[^\p{L}]/gu, "");
