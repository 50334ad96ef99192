import { foldPhoneSigns, toBarePhone } from "./bare-phone.ts";
import type { PhoneRule } from "./phone-rule.ts";

/** "8.03E+09", and with the comma of other languages. */
const SHORTENED = /^\+?\d+(?:[.,]\d+)?E\+?\d{1,2}$/i;
/** Fewer digits may be the beginning of anything. */
const MIN_DIGITS = 7;

/**
 * Explains why a text isn't a mobile number, in a sentence that follows another. Runs in
 * browsers too.
 * @returns "" when nothing certain can be said.
 */
export function explainPhone({ code, trunk, mobile, lengths }: PhoneRule, typed: string): string {
  if (SHORTENED.test(foldPhoneSigns(typed).trim()))
    return "A spreadsheet shortened this number: format its column as text, enter it in full and try again.";
  const bare = toBarePhone(typed, code);
  if (bare === undefined || bare.length < MIN_DIGITS) return "";
  if (bare.startsWith(`+${code}${code}`)) return `+${code} is there twice.`;
  if (trunk && bare.startsWith(`+${trunk}`)) return `Leave out the plus, or the ${trunk} after it.`;
  if (bare.startsWith("+") && !bare.startsWith(`+${code}`)) return "It belongs to another country.";
  if (trunk && bare.startsWith(trunk + code)) return `Leave out the ${trunk} before ${code}.`;
  const national = readNational(bare, { code, trunk, mobile, lengths });
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  if (national.length < least) return `It has ${countDigits(least - national.length)} too few.`;
  if (national.length > most) return `It has ${countDigits(national.length - most)} too many.`;
  if (new RegExp(`^(?:${mobile})$`).test(national)) return "";
  return `No mobile number begins with ${trunk}${national.slice(0, 3)}.`;
}

/** @returns the digits after code or trunk, also of a number that is too long or too short. */
function readNational(bare: string, { code, trunk, lengths }: Omit<PhoneRule, "formats">): string {
  if (bare.startsWith("+")) return bare.slice(code.length + 1);
  if (trunk && bare.startsWith(trunk)) return bare.slice(trunk.length);
  return bare.startsWith(code) && bare.length > Math.max(...lengths) ? bare.slice(code.length) : bare;
}

const countDigits = (count: number) => (count === 1 ? "1 digit" : `${count} digits`);
