import type { UpstreamFault } from "./fault.ts";
import { FAULT_PRESETS } from "./presets.ts";

/** Phone numbers for manual tests: the last four digits order the outcome of a ref's first request. */
export const MAGIC_NUMBERS: Record<string, { fault: UpstreamFault; outcome: string }> = {
  "0001": { fault: FAULT_PRESETS.fail, outcome: "fails at the provider" },
  "0002": {
    fault: { later: { outcome: "deliver", afterMs: 20_000 } },
    outcome: "pending, delivered after 20 s",
  },
  "0003": { fault: FAULT_PRESETS["hang-delivered"], outcome: "never responds, but delivers" },
  "0004": { fault: FAULT_PRESETS.slow, outcome: "succeeds after 8 s" },
  "0005": { fault: { later: { outcome: "fail", afterMs: 20_000 } }, outcome: "pending, fails after 20 s" },
  "0006": { fault: FAULT_PRESETS["lost-answer"], outcome: "delivers, then resets the connection" },
  "0007": { fault: FAULT_PRESETS.reset, outcome: "resets the connection, nothing happens" },
  "0008": { fault: FAULT_PRESETS["server-error"], outcome: "500, nothing happens" },
  "0009": { fault: FAULT_PRESETS["bad-gateway-delivered"], outcome: "502 HTML page, but delivers" },
  "0010": { fault: FAULT_PRESETS.cut, outcome: "delivers, half a response" },
  "0011": { fault: FAULT_PRESETS.processing, outcome: '422 "is being processed", stays pending' },
  "0012": { fault: FAULT_PRESETS["provider-text"], outcome: "422 with the provider's text only" },
  "0013": { fault: FAULT_PRESETS["too-many"], outcome: "429, nothing happens" },
  "0014": { fault: FAULT_PRESETS.balance, outcome: "the operator's balance is too low" },
  "0015": { fault: FAULT_PRESETS.unavailable, outcome: "the service is disabled" },
  "0016": { fault: FAULT_PRESETS.kyc, outcome: "the operator's account is restricted" },
  "0017": { fault: FAULT_PRESETS["daily-limit"], outcome: "the operator's daily limit is reached" },
  "0018": { fault: { lie: "other-network" }, outcome: "delivers, the response names another network" },
  "0019": { fault: FAULT_PRESETS.pending, outcome: "pending for ever" },
  "0020": { fault: FAULT_PRESETS.hang, outcome: "never responds, nothing happens" },
};

/** Finds the fault of a magic phone number, or null. */
export function findMagicFault(phone: string | null): UpstreamFault | null {
  return MAGIC_NUMBERS[phone?.slice(-4) ?? ""]?.fault ?? null;
}
