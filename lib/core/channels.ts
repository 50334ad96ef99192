/**
 * Channels of NOTIFY between processes, delivered after the commit, with their payloads. Mostly sent by
 * triggers, which each `module.ts` lists.
 */
export const CHANNELS = {
  /** A purchase is placed or changes state. Heard by its buyer's pages, the dispatcher, reconciliation. */
  purchase: "reseller's id, ident, state",
  /** Sending starts, stops or probes. Heard by the dispatcher. */
  dispatcher: "nothing",
  /** The upstream charges another price than it lists. Heard by the sync of the catalogue. */
  price_changed: "the plan's id",
  /** A batch starts, pauses, continues or ends. Heard by the worker that places its rows. */
  batch: "the batch's id",
  /** The catalogue has a new version. */
  catalogue: "the version",
  /** An event was sent to an endpoint. Heard by its reseller's pages. */
  delivery: "reseller's id",
  /** An order is placed, or its payment changes. Heard by the shop's pages and the customer's. */
  order: "reseller's id, order's id, payment",
  /** An admin requests a comparison of settlements. Heard by the worker that compares them. */
  settlement: "nothing",
  /** A payment provider sent a webhook. Heard by the worker that verifies payments. */
  payment: "nothing",
  /** An account has a notification. Heard by its pages, and by workers that send mail and pushes. */
  notification: "account's id, nothing when it is many",
  /** A shop is served at other host names or paths. Heard by the servers that hold them in memory. */
  shop_host: "nothing",
  /** A setting, a shop or a price list was saved. Heard by the servers that keep pages in memory. */
  shared_page: "nothing",
  /** Work is due. Heard by the lane of background work with this name. */
  lane: "a lane",
  /** Money was moved manually, requested or paid, or a batch was paused. Heard by its owner and admins. */
  wallet: "reseller's id",
} as const;
export type Channel = keyof typeof CHANNELS;
