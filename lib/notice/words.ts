import { deviceName } from "#lib/account/session/list";
import { KIND_WORDS } from "#lib/core/announcement-words";
import { formatMoney } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import type { NoticeEvent } from "./events.ts";

/** What somebody reads: what happened, what it means, and the page where they can act. */
export interface NoticeWords {
  title: string;
  text: string;
  path: string;
}

/** A notice as it was written, with what its words need from where it happened. */
export interface RawNotice {
  event: string;
  facts: Record<string, unknown>;
  /** The number that a purchase went to. */
  phone: string | null;
  /** The device that signed in, and where from. */
  agent: string | null;
  address: string | null;
}

/** The words of a notice, for its reader. */
export function noticeWords(notice: RawNotice, role: "reseller" | "admin"): NoticeWords {
  const say = WORDS[notice.event as NoticeEvent];
  return say ? say(notice, role === "admin" ? "/admin/settings" : "/settings") : asGiven(notice);
}

type Say = (notice: RawNotice, settings: string) => NoticeWords;

const NOT_YOU = "If this was not you, change your password at once, and sign out every other device.";

const WORDS: Partial<Record<NoticeEvent, Say>> = {
  money: ({ facts }) => {
    const amount = BigInt(text(facts.amount));
    const sum = formatMoney(amount < 0n ? -amount : amount);
    return {
      title: amount < 0n ? `${sum} was taken out of your wallet` : `${sum} came into your wallet`,
      text: `${MONEY[text(facts.kind)] ?? "Your statement says more."} You have ${money(facts.wallet)} now.`,
      path: "/wallet",
    };
  },
  money_low: ({ facts }) => ({
    title: `Your money runs low: ${money(facts.wallet)} left`,
    text: `You wanted to hear when it is below ${money(facts.below)}.`,
    path: "/wallet/fund",
  }),
  order: ({ facts }) => ({
    title: `New order: ${text(facts.plan)}`,
    text: `Order ${text(facts.reference)} for ${money(facts.price)}. Deliver it when it is paid.`,
    path: "/storefront",
  }),
  failed: (notice) =>
    notice.facts.state === "reversed"
      ? purchase(notice, "Taken back", "The network took it back, and your money is back in your wallet.")
      : purchase(notice, "Failed, money back", "It was not delivered. Your money is back in your wallet."),
  not_confirmed: (notice) =>
    purchase(
      notice,
      "Not confirmed yet",
      "The network has not said whether it arrived. We find out and tell you; do not buy it again before.",
    ),
  decided: (notice) =>
    notice.facts.state === "successful"
      ? purchase(notice, "Delivered after all", "It had not been confirmed. Now we know that it arrived.")
      : purchase(
          notice,
          "Failed after all, money back",
          "It had not been confirmed. Now we know that it did not arrive.",
        ),
  case: ({ facts }) => ({
    ...(CASE[text(facts.kind)] ?? {
      title: "An answer about what was not received",
      text: "Read it on its page.",
    }),
    path: `/purchases/${text(facts.ident)}`,
  }),
  new_case: ({ facts }) => ({
    ...(NEW_CASE[text(facts.kind)] ?? {
      title: "A customer did not receive something",
      text: "A reseller reports it. The case says by when they expect an answer.",
    }),
    path: `/admin/cases/${text(facts.ident)}`,
  }),
  late: (notice) => purchase(notice, "Delivered late", "It took more than ten minutes."),
  announcement: ({ facts }) => ({
    title: [KIND_WORDS[text(facts.kind) as keyof typeof KIND_WORDS], facts.network]
      .filter(Boolean)
      .join(": "),
    text: text(facts.text),
    path: "/status",
  }),
  device: ({ agent, address }, settings) => ({
    title: `New sign-in: ${deviceName(agent)}`,
    text: `Somebody signed in${address ? ` from ${address}` : ""}. ${NOT_YOU}`,
    path: settings,
  }),
  password: ({ facts }, settings) => ({
    title: PASSWORD[text(facts.action)] ?? "Your password was changed",
    text: `${byOperator(facts) ? "We did it from our side. " : ""}${NOT_YOU}`,
    path: settings,
  }),
  sign_in: ({ facts }, settings) => ({
    title: SIGN_IN[text(facts.action)] ?? "How you sign in changed",
    text: byOperator(facts) ? "We did it from our side. Set it up again in your settings." : NOT_YOU,
    path: settings,
  }),
  keys: ({ facts }) => ({
    title: KEYS[text(facts.action)] ?? "Your keys changed",
    text: byOperator(facts) ? "We did it from our side." : NOT_YOU,
    path: KEY_PAGES[text(facts.action).split(".")[0] ?? ""] ?? "/developers",
  }),
};

const CASE: Readonly<Record<string, Pick<NoticeWords, "title" | "text">>> = {
  delivered: {
    title: "We looked into what was not received",
    text: "It was delivered, as we found. Read why.",
  },
  asking: {
    title: "We are asking the network",
    text: "About what was not received. Read by when there is more.",
  },
  owner: { title: "We need the number’s owner", text: "About what was not received. Read what to ask them." },
};

const NEW_CASE: Readonly<Record<string, Pick<NoticeWords, "title" | "text">>> = {
  reply: { title: "More about what was not received", text: "A reseller answered. The case waits for you." },
  reopened: {
    title: "A case was opened again",
    text: "The reseller still says that nothing came. Read why.",
  },
};

const MONEY: Readonly<Record<string, string>> = {
  credit: "We put it there by hand.",
  debit: "We took it out by hand.",
  claw_back: "We took back what was credited by mistake.",
  correction: "We put an earlier entry right.",
  payment: "Your payment was confirmed.",
  refund: "It goes back to whoever paid it.",
  charge_back: "The payer’s bank took a payment back.",
  charge_back_won: "The bank gave back a payment that it had taken.",
};

const PASSWORD: Readonly<Record<string, string>> = {
  "account.password_reset": "Your password was replaced",
  "account.link_issued": "A link to choose your password was made",
};

const SIGN_IN: Readonly<Record<string, string>> = {
  "two_factor.on": "Two-factor sign-in is on",
  "two_factor.off": "Two-factor sign-in is off",
  "two_factor.replaced": "Two-factor sign-in moved to another app",
  "two_factor.reset": "Two-factor sign-in was reset",
  "two_factor.backup_codes": "New backup codes were made",
  "two_factor.backup_used": "A backup code was used to sign in",
  "device.remembered": "A device needs no code for 30 days",
  "passkey.added": "A passkey was added",
  "passkey.removed": "A passkey was removed",
  "pin.set": "Your PIN for buying was set",
  "pin.removed": "Your PIN for buying was removed",
  "pin.locked": "Three wrong PINs: buying is locked for 30 minutes",
};

const KEYS: Readonly<Record<string, string>> = {
  "token.issued": "An API token was made",
  "token.rotated": "An API token was replaced",
  "token.revoked": "An API token was ended",
  "token.limited": "An API token may be used from elsewhere",
  "webhook.added": "A webhook was added",
  "webhook.removed": "A webhook was removed",
  "shop.keys_set": "Your shop’s payment keys were set",
  "shop.keys_removed": "Your shop’s payment keys were removed",
};

const KEY_PAGES: Readonly<Record<string, string>> = {
  webhook: "/developers/webhooks",
  shop: "/storefront/online",
};

/** What was bought for whom; of a list, that it happened in it. */
function purchase({ facts, phone }: RawNotice, what: string, meaning: string): NoticeWords {
  if (facts.run !== undefined)
    return {
      title: `${what}: a purchase of your list`,
      text: `${meaning} More of the list may follow; its page shows every row.`,
      path: `/bulk/${text(facts.run)}`,
    };
  const whom = phone ? ` to ${groupedPhone(phone)}` : "";
  return {
    title: `${what}: ${text(facts.plan)}${whom}`,
    text: meaning,
    path: `/purchases/${text(facts.ident)}`,
  };
}

/** Words that came with the notice. */
function asGiven({ facts }: RawNotice): NoticeWords {
  return { title: text(facts.title), text: text(facts.text), path: text(facts.path) || "/" };
}

const text = (fact: unknown) => (fact == null ? "" : String(fact));
const money = (fact: unknown) => formatMoney(BigInt(text(fact)));
const byOperator = (facts: Record<string, unknown>) => /^(admin|system):/.test(text(facts.by));
