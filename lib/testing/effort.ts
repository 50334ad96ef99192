/** `npm run prove` sets this; without it, `npm test` takes a share of the long tests that fits into minutes. */
const all = process.env.PROVE === "1";

/** How much of each long test is run: the one place that says so. */
export const EFFORT = {
  /** The moments of a purchase at which the matrix kills; all of them when undefined. */
  moments: all ? undefined : ["queued", "in flight, after it acted"],
  /** The moments of a payment at which another matrix kills; all of them when undefined. */
  paymentMoments: all ? undefined : ["verified, not recorded"],
  /** Every fault of a notice at each payment provider, or each at one of them. */
  everyFault: all,
  /** Small worlds in which the balance chain is compared with every history that fits. */
  smallWorlds: all ? 20_000 : 250,
  /** Histories of each kind that the chain is tried on. */
  histories: all ? 2_000 : 50,
  /** Rows of a list that is bought while processes are killed and the upstream misbehaves. */
  bulkRows: all ? 1_000 : 60,
  /** Every bad value in every address, or for each address some of them, for the next one others. */
  everyBadValue: all,
  /** Every page at the size that it is seen less on, or one in four of them. */
  everyNthPage: all ? 1 : 4,
  /** Actions on the books, eight at a time. */
  actions: all ? 10_000 : 160,
};
