import { factText, isByOperator, type NotificationKinds } from "#lib/core/notification-kind";
import { formatDeviceName } from "./session/device-name.ts";

/** Notifications about the security of an account. */
export const accountNotifications: NotificationKinds = {
  device: {
    label: "A new device signed in",
    audience: "everybody",
    group: "security",
    follows: { "security.device": () => ({ facts: {} }) },
    format: ({ agent, address }, settings) => ({
      title: `New sign-in: ${formatDeviceName(agent)}`,
      text: `A new device signed in to your account${address ? ` from ${address}` : ""}. ${SECURITY_ADVICE}`,
      path: settings,
    }),
  },
  password: {
    label: "Your password changed",
    audience: "everybody",
    group: "security",
    follows: { "security.password": ({ facts }) => ({ facts }) },
    format: ({ facts }, settings) => ({
      title: PASSWORD_LABELS[factText(facts.action)] ?? "Your password was changed",
      text: `${isByOperator(facts) ? "Support made this change. " : ""}${SECURITY_ADVICE}`,
      path: settings,
    }),
  },
  sign_in: {
    label: "Sign-in or PIN settings changed",
    audience: "everybody",
    group: "security",
    follows: { "security.sign_in": ({ facts }) => ({ facts }) },
    format: ({ facts }, settings) => ({
      title: SIGN_IN_LABELS[factText(facts.action)] ?? "Your sign-in settings changed",
      text: isByOperator(facts)
        ? "Support made this change. Set it up again in your settings."
        : SECURITY_ADVICE,
      path: settings,
    }),
  },
  keys: {
    label: "A token, webhook or payment key changed",
    audience: "resellers",
    group: "security",
    follows: { "security.keys": ({ facts }) => ({ facts }) },
    format: ({ facts }) => ({
      title: KEY_LABELS[factText(facts.action)] ?? "Your keys changed",
      text:
        facts.action === "webhook.gone"
          ? GONE_TEXT
          : isTokenByAdmin(facts)
            ? UNCONFIRMED_TOKEN_TEXT
            : isByOperator(facts)
              ? "Support made this change."
              : SECURITY_ADVICE,
      path: KEY_PATHS[factText(facts.action).split(".")[0] ?? ""] ?? "/settings/api",
    }),
  },
};

const SECURITY_ADVICE = "If this wasn’t you, change your password now and sign out all other devices.";

const PASSWORD_LABELS: Readonly<Record<string, string>> = {
  "account.password_reset": "Your password was reset",
  "account.link_issued": "A link to set your password was created",
};

const SIGN_IN_LABELS: Readonly<Record<string, string>> = {
  "two_factor.on": "Two-factor sign-in is on",
  "two_factor.off": "Two-factor sign-in is off",
  "two_factor.replaced": "Two-factor sign-in moved to another app",
  "two_factor.reset": "Two-factor sign-in was reset",
  "two_factor.backup_codes": "New backup codes were created",
  "two_factor.backup_used": "A backup code was used to sign in",
  "device.remembered": "A trusted device was added",
  "passkey.added": "A passkey was added",
  "passkey.removed": "A passkey was removed",
  "pin.set": "Your transaction PIN was set",
  "pin.removed": "Your transaction PIN was removed",
  "pin.locked": "Buying is locked for 30 minutes: 3 wrong PINs",
};

const KEY_LABELS: Readonly<Record<string, string>> = {
  "token.issued": "An API token was created",
  "token.rotated": "An API token was replaced",
  "token.revoked": "An API token was revoked",
  "token.limited": "The limits of an API token changed",
  "webhook.added": "A webhook was added",
  "webhook.removed": "A webhook was removed",
  "webhook.rotated": "A webhook secret was replaced",
  "webhook.gone": "A webhook ended",
  "shop.keys_set": "A payment account was connected to your shop",
  "shop.keys_removed": "A payment account was disconnected from your shop",
};

/** A token that an admin created awaits its reseller. */
const isTokenByAdmin = ({ action, by }: Record<string, unknown>) =>
  action === "token.issued" && factText(by).startsWith("admin:");

const UNCONFIRMED_TOKEN_TEXT =
  "Support created it. It works only after you confirm it under Settings → API. Reject it there if you didn’t ask for it.";

const GONE_TEXT =
  "Its address responded 410 Gone, so it gets no more events. Add it again if that was a mistake.";

const KEY_PATHS: Readonly<Record<string, string>> = {
  webhook: "/settings/api/webhooks",
  shop: "/shop/details#online",
};
