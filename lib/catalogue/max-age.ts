import { getTrialValue } from "#lib/core/bounds";

/** The age of a supplier's list, in seconds, above which nothing is sold by it. */
export const getMaxAgeS = (): number => Number(getTrialValue("CATALOGUE_MAX_AGE_S") ?? 300);
