/** `npm run prove` sets this; without it, `npm test` takes a share of the long tests that fits into minutes. */
const isFullRun = process.env.PROVE === "1";

/** The share of each long test that runs. */
export const TEST_EFFORT = {
  /** Every fault of a webhook at each payment provider, or each at one of them. */
  everyFault: isFullRun,
  /** Small worlds in which the balance chain is compared with every matching history. */
  smallWorlds: isFullRun ? 20_000 : 250,
  /** Tested histories of each kind. */
  histories: isFullRun ? 2_000 : 50,
  /** Every bad value in every address, or different ones for each address. */
  everyBadValue: isFullRun,
  /** Every page at its less common size, or one in ten of them. */
  everyNthPage: isFullRun ? 1 : 10,
  /** Simulated purchases on a line that works as usual, in which false pauses are counted. */
  usualPurchases: isFullRun ? 3_000_000 : 300_000,
  /** Days of some two hundred random actions on the ledger, and whether more follow until each action happened. */
  ledgerDays: isFullRun ? 53 : 1,
  everyAction: isFullRun,
};

/**
 * The time after which a waiting test counts as hanging. A guard, not a measurement: even a slow machine under load must stay
 * far below it. `TEST_PATIENCE_S` shortens it where tests are expected to fail.
 */
export const TEST_TIMEOUT_MS = Number(process.env.TEST_PATIENCE_S ?? 180) * 1000;
