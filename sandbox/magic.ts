import type { Fault } from "./fault.ts";
import { presets } from "./presets.ts";

/** Phone numbers for people: the last four digits order the outcome of a ref's first request. */
export const magicNumbers: Record<string, { fault: Fault; says: string }> = {
  "0001": { fault: presets.fail, says: "fails at the provider" },
  "0002": {
    fault: { later: { outcome: "deliver", afterMs: 20_000 } },
    says: "pending, delivered after 20 s",
  },
  "0003": { fault: presets["hang-delivered"], says: "never answers, but delivers" },
  "0004": { fault: presets.slow, says: "succeeds after 8 s" },
  "0005": { fault: { later: { outcome: "fail", afterMs: 20_000 } }, says: "pending, fails after 20 s" },
  "0006": { fault: presets["lost-answer"], says: "delivers, then resets the connection" },
  "0007": { fault: presets.reset, says: "resets the connection, nothing happens" },
  "0008": { fault: presets["server-error"], says: "500, nothing happens" },
  "0009": { fault: presets["bad-gateway-delivered"], says: "502 HTML page, but delivers" },
  "0010": { fault: presets.cut, says: "delivers, half an answer" },
  "0011": { fault: presets.processing, says: '422 "is being processed", stays pending' },
  "0012": { fault: presets["provider-text"], says: "422 with the provider's text only" },
  "0013": { fault: presets["too-many"], says: "429, nothing happens" },
  "0014": { fault: presets.balance, says: "the operator's balance is too low" },
  "0015": { fault: presets.unavailable, says: "the service is disabled" },
  "0016": { fault: presets.kyc, says: "the operator's account is restricted" },
  "0017": { fault: presets["daily-limit"], says: "the operator's daily limit is reached" },
  "0018": { fault: { lie: "other-network" }, says: "delivers, the answer tells another network" },
  "0019": { fault: presets.pending, says: "pending for ever" },
  "0020": { fault: presets.hang, says: "never answers, nothing happens" },
};

/** The fault that a phone number stands for, or null. */
export function magicFault(phone: string | null): Fault | null {
  return magicNumbers[phone?.slice(-4) ?? ""]?.fault ?? null;
}
