import { getTrialValue } from "#lib/core/bounds";

/** Whether admins must set up a second factor before anything else: always, but in the demo and in tests. */
export const isTwoFactorRequired = (): boolean => getTrialValue("ADMIN_TWO_FACTOR") !== "optional";
