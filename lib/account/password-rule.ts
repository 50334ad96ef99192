import { PortalError } from "#lib/core/error";

const SHORTEST = 10;
const LONGEST = 200;

/**
 * Refuses a new password that is too short, is or contains the owner's e-mail, or is known from breaches.
 * @throws invalid, with the words at `field`.
 */
export async function checkPassword(password: string, email: string, field = "password"): Promise<void> {
  const wrong = await whatIsWrong(password, email);
  if (wrong) throw new PortalError("invalid", wrong, { fields: { [field]: [wrong] } });
}

async function whatIsWrong(password: string, email: string): Promise<string | undefined> {
  const length = [...password].length;
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `Use at most ${LONGEST} characters.`;
  const plain = password.normalize("NFKC").toLowerCase();
  const [owner = ""] = email.toLowerCase().split("@");
  if (stem(plain) === owner || plain.includes(email.toLowerCase())) {
    return "Use something other than your e-mail address.";
  }
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

let common: Promise<Set<string>> | undefined;

function commonPasswords(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    (list) => new Set(list.dictionary["passwords-common"]),
  );
  return common;
}
