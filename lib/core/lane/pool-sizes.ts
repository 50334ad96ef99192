/**
 * Connections of background work by purpose: work that waits for a lock, a provider or a long
 * statement has its own connections, and other work shares some. They are opened on demand, and closed
 * after a minute without use.
 */
export const POOL_SIZES = {
  /** The scheduler and the catalogue. */
  prices: 3,
  /** Looks for alerts and sends them. */
  alerts: 2,
  /** Mail, pushes and webhooks: short statements on separate rows. */
  messages: 2,
  /** Handles events, and retries those of two followers. */
  events: 3,
  /** Writes notifications, expires orders and makes reset links. */
  notifications: 2,
  /** Messages to customers, whose prices lock wallets. */
  customers: 2,
  reconcile: 2,
  /** Sums of reports and maintenance: long statements. */
  reports: 3,
  /** The operator's providers: payments, dedicated accounts and settlements. */
  payments: 3,
  payments_own: 2,
  /** One for each slot of these lanes. */
  orders: 2,
  batches: 2,
  schedules: 2,
};

export type PoolName = keyof typeof POOL_SIZES;
