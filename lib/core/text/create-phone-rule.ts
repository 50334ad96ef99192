import { type CountryCode, Metadata } from "libphonenumber-js/max";
import type { PhoneRule } from "./phone-rule.ts";

/** Creates the rule by which browsers, and processes without configuration, read numbers of a country. */
export function createPhoneRule(country: string): PhoneRule {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country as CountryCode);
  const plan = metadata.numberingPlan as unknown as NumberingPlan;
  return {
    code: plan.callingCode(),
    trunk: plan.nationalPrefix() ?? "",
    mobile: plan.type("MOBILE")?.pattern() ?? "(?!)",
    lengths: plan.type("MOBILE")?.possibleLengths() ?? [],
    formats: plan.formats().map((format) => ({
      start: format.leadingDigitsPatterns().at(-1) ?? "",
      pattern: format.pattern(),
      template: format.format().replace("$1", () => format.nationalPrefixFormattingRule() || "$1"),
    })),
  };
}

/** The parts of the library's plan that its types leave out. */
interface NumberingPlan {
  callingCode(): string;
  nationalPrefix(): string | null;
  type(name: "MOBILE"): { pattern(): string; possibleLengths(): number[] } | undefined;
  formats(): {
    pattern(): string;
    format(): string;
    leadingDigitsPatterns(): string[];
    nationalPrefixFormattingRule(): string | 0 | null;
  }[];
}
