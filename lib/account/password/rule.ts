import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";

const SHORTEST = 10;
const LONGEST = 200;

/** Whose password it is to be. */
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
  if (wrong) throw new PortalError("invalid", wrong, { fields: { [field]: [wrong] } });
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

/** The word in "!password2024": people add a few digits and signs to make a rule happy, and so do attackers. */
function stem(plain: string): string {
  return plain.replace(/^[\d\W_]{1,6}(?=\p{L})/u, "").replace(/(?<=\p{L})[\d\W_]{1,6}$/u, "");
}

/** What people write for letters, and guessing programs know too. In capitals, to be told from what was a letter. */
const LETTER_OF: Record<string, string> = {
  ...{
    "0": "O",
    "1": "I",
    "!": "I",
    "|": "I",
    "3": "E",
    "4": "A",
    "@": "A",
    "5": "S",
    $: "S",
    "7": "T",
    "+": "T",
  },
  ...{ "8": "B", "9": "G" },
};

/**
 * Whether little is left of a password without the names that everybody who guesses tries first: fewer letters than a
 * short word has. Digits and signs count for nothing, and those that stand for letters are also read as such.
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
