/** The words of the interface document (sections 4 to 7), and those it leaves open, in one place. */
export const TEXTS = {
  invalid: "The given data was invalid.",
  unauthenticated: "Unauthenticated.",
  tooMany: "Too Many Attempts.",
  retrieved: "Data plans retrieved successfully",
  planRequired: "The plan field is required.",
  planInvalid: "The selected plan is invalid.",
  numberRequired: "The mobile number field is required.",
  networkRequired: "The network field is required.",
  networkInvalid: "The selected network is invalid.",
  refInvalid: "The ref may have 1 to 64 of A-Z a-z 0-9 . _ -",
  networkOther: "The selected plan does not belong to this network.",
  refReused: "This ref was used before for another purchase.",
  insufficient: "Insufficient wallet balance!",
  serviceUnavailable: "Service unavailable!.",
  restricted:
    "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.",
  dailyLimit: "Sorry, your daily data spending limit exceeded! Limit:",
  negativeWallet: "Your account has been temporarily restricted due to a negative wallet balance.",
  noPlans: "The plans are not known yet. Try again in a minute.",
} as const;

/** Section 7.5: the words name the caller's address. */
export function notWelcome(address: string | undefined, origin: string | null): string {
  const from = `Your IP address (${address ?? "unknown"})`;
  if (origin === null) return `${from} is not whitelisted for this API token.`;
  return `${from} or origin (${origin.slice(0, 200)}) is not whitelisted for this API token.`;
}
