import type { Ctx } from "./context.ts";
import type { PortalEvent } from "./event.ts";
import { formatMoney } from "./money/money.ts";
import type { NotificationGroup } from "./notification-group.ts";
import { formatNetworkName } from "./text/display-name.ts";

export interface NotificationKind {
  /** The label in the list and on a lock screen: without amounts, numbers or names. */
  label: string;
  audience: "resellers" | "admins" | "everybody";
  /** In settings, channels are chosen for all kinds of a group. */
  group: NotificationGroup;
  /** Makes notifications of events, by their kind; undefined where the event is none. */
  follows?: Readonly<Record<string, (event: PortalEvent) => EventNotification | undefined>>;
  /** Formats notifications of events; without it, the text is stored with the notification. */
  format?(notification: RawNotification, settingsPath: string): NotificationText;
  file?: MailFileMaker;
}

export interface EventNotification {
  /** The reseller of the event, unless given. */
  to?: "admins" | "resellers";
  /** The subject of the event, unless given: an account is notified once of each. */
  key?: string;
  facts: Readonly<Record<string, unknown>>;
}

export type NotificationKinds = Readonly<Record<string, NotificationKind>>;

/** The text of a notification, and the page where its reader can act. */
export interface NotificationText {
  title: string;
  text: string;
  path: string;
}

/** A stored notification, with facts of its subject for the text. */
export interface RawNotification {
  event: string;
  facts: Record<string, unknown>;
  /** The recipient of a purchase, and its plan: "MTN 1 GB". */
  phone: string | null;
  plan: string | null;
  /** The device that signed in, and its address. */
  agent: string | null;
  address: string | null;
  /** The shop's order that it's about: a new one, or one that a customer paid online. */
  order: OrderFacts | null;
}

export interface OrderFacts {
  reference: string;
  payment: "awaiting" | "received" | "rejected" | "expired" | "refunded";
  /** The state of the purchase that delivers it; null before that. */
  delivery: string | null;
  paidOnline: boolean;
  takesOnline: boolean;
}

/**
 * Creates the attachment of an email when it is sent, by the key of its subject and the account.
 * @returns undefined when the account no longer has access
 */
export type MailFileMaker = (
  ctx: Ctx,
  file: { of: string; key: string; accountId: number },
) => Promise<{ name: string; type: string; content: Buffer } | undefined>;

export const factText = (fact: unknown): string => (fact == null ? "" : String(fact));
/** Formats a plan that begins with its network's name. */
export const factPlan = (fact: unknown): string => factText(fact).replace(/^\S+/, formatNetworkName);
export const factMoney = (fact: unknown): string => formatMoney(BigInt(factText(fact)));
/** Returns whether the operator did it, and not the account. */
export const isByOperator = (facts: Record<string, unknown>): boolean =>
  /^(admin|system):/.test(factText(facts.by));
