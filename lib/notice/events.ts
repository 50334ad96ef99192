import type { Actor } from "#lib/core/context";

interface EventRule {
  /** What happened, as the settings and a lock screen say it: no amount, number or name. */
  label: string;
  note?: string;
  whom: "resellers" | "admins" | "everybody";
  /** Whether it is told by mail, and on devices that take messages, unless somebody chose otherwise. */
  mail: boolean;
  push: boolean;
  /** It is about the account's safety, so portal and mail cannot be switched off. */
  always?: boolean;
  /** Its mail carries the file of what it tells of, where that is small. */
  file?: boolean;
}

/**
 * Everything that an account is told. Triggers write most of it (`db/guards.ts`); what has no words of its own in
 * `words.ts` brings them along (`tell`).
 */
export const EVENTS = {
  money: {
    label: "Money came in or was taken out",
    note: "Payments, transfers, and what we move by hand.",
    whom: "resellers",
    mail: true,
    push: true,
  },
  money_low: { label: "Your money runs low", whom: "resellers", mail: true, push: true },
  order: { label: "New order in your shop", whom: "resellers", mail: false, push: true },
  failed: { label: "A purchase failed, money back", whom: "resellers", mail: false, push: true },
  not_confirmed: { label: "A purchase is not confirmed", whom: "resellers", mail: false, push: true },
  decided: { label: "What was not confirmed is now known", whom: "resellers", mail: false, push: true },
  case: {
    label: "An answer about what was not received",
    note: "On what you reported of a purchase.",
    whom: "resellers",
    mail: true,
    push: true,
  },
  complaint: { label: "A customer did not receive an order", whom: "resellers", mail: true, push: true },
  new_case: {
    label: "Something was not received",
    note: "A new case, one opened again, or what you asked a reseller.",
    whom: "admins",
    mail: true,
    push: true,
  },
  late: {
    label: "Delivered late",
    note: "More than 10 minutes after you bought it.",
    whom: "resellers",
    mail: false,
    push: false,
  },
  schedule: {
    label: "Schedules",
    note: "What is bought tomorrow, and what could not be bought.",
    whom: "resellers",
    mail: true,
    push: true,
  },
  prices: {
    label: "Prices changed",
    note: "Of what you bought in the last 30 days, or gave a price of your own.",
    whom: "resellers",
    mail: false,
    push: false,
  },
  announcement: {
    label: "Announcements",
    note: "A network is down, maintenance, news.",
    whom: "resellers",
    mail: false,
    push: false,
  },
  statement: {
    label: "Your statement of the month",
    note: "On the first, when something moved in your wallet.",
    whom: "resellers",
    mail: true,
    push: false,
    file: true,
  },
  report_day: {
    label: "The day’s figures",
    note: "At the hour of the reports, when the day before is closed.",
    whom: "admins",
    mail: false,
    push: false,
    file: true,
  },
  report_week: {
    label: "The week’s figures",
    note: "On Mondays.",
    whom: "admins",
    mail: false,
    push: false,
    file: true,
  },
  report_month: {
    label: "The month’s figures",
    note: "On the first of the next.",
    whom: "admins",
    mail: false,
    push: false,
    file: true,
  },
  device: { label: "A new device signed in", whom: "everybody", mail: true, push: true, always: true },
  password: { label: "Your password changed", whom: "everybody", mail: true, push: true, always: true },
  sign_in: {
    label: "How you sign in or pay changed",
    note: "Two-factor sign-in, passkeys, and the PIN for buying.",
    whom: "everybody",
    mail: true,
    push: true,
    always: true,
  },
  keys: {
    label: "A token, webhook or payment key changed",
    whom: "resellers",
    mail: true,
    push: true,
    always: true,
  },
} as const satisfies Record<string, EventRule>;

export type NoticeEvent = keyof typeof EVENTS;

export const EVENT_NAMES = Object.keys(EVENTS) as [NoticeEvent, ...NoticeEvent[]];

export const ruleOf = (event: NoticeEvent): EventRule => EVENTS[event];

/** The events that an account of this kind is told of. */
export const eventsOf = (kind: Extract<Actor["kind"], "reseller" | "admin">): NoticeEvent[] =>
  EVENT_NAMES.filter((event) => [`${kind}s`, "everybody"].includes(ruleOf(event).whom));
