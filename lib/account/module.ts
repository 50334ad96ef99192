import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { selectDue } from "#lib/core/due";
import { startLane } from "#lib/core/lane/lane";
import { defineActionItem, defineModule } from "#lib/core/module";
import { byAccount, byReseller, operatorData } from "#lib/core/personal-data";
import { pluralise } from "#lib/core/text/pluralise";
import { accountNotifications } from "./account-notifications.ts";
import { contactSettings } from "./contact-settings.ts";
import { agentSettings } from "./reseller/agent-settings.ts";
import { signUpSettings } from "./sign-up/sign-up-settings.ts";

export const accountModule = defineModule({
  name: "account",
  tables: {
    accounts: {
      retention: { forever: "accounts, to which everything else refers" },
      personalData: { account: (id) => sql`t.id = ${id}`, without: ["password_hash"] },
      erase: {
        account: (id) => sql`
          update accounts
          set name = 'Erased', email = ${`erased-${id}@erased.invalid`}, password_hash = 'erased'
          where id = ${id}
          returning 1`,
      },
    },
    backup_codes: {
      retention: { current: "settings of an account" },
      personalData: { none: "secrets" },
      erase: { account: (id) => sql`delete from backup_codes where account_id = ${id} returning 1` },
    },
    passkey_challenges: {
      retention: { label: "started passkey sign-ins", days: () => 1 / 24, at: sql`expires_at` },
      personalData: { none: "secrets, kept for minutes" },
    },
    passkeys: {
      retention: { current: "settings of an account" },
      personalData: { ...byAccount, without: ["credential", "public_key"] },
      erase: { account: (id) => sql`delete from passkeys where account_id = ${id} returning 1` },
    },
    password_links: {
      retention: {
        label: "password links, after they end",
        days: () => 90,
        at: sql`least(used_at, ended_at, expires_at)`,
      },
      personalData: { ...byAccount, without: ["hash"] },
      erase: { account: (id) => sql`delete from password_links where account_id = ${id} returning 1` },
    },
    pending_sign_ins: {
      retention: { label: "pending sign-ins", days: () => 1, at: sql`expires_at` },
      personalData: { none: "secrets, kept for minutes" },
    },
    reseller_notes: {
      retention: { forever: "admins' notes about resellers" },
      personalData: { none: "admins' own notes" },
    },
    resellers: {
      retention: { forever: "resellers and their levels" },
      personalData: { account: (id) => sql`t.id = ${id}`, without: ["admin_low_balance_threshold"] },
    },
    reset_requests: {
      retention: { label: "emails that requested a new password", days: () => 1 / 24, at: sql`requested_at` },
      personalData: { none: "an email that a visitor typed, kept for an hour" },
    },
    second_factors: {
      retention: { current: "settings of an account" },
      personalData: { ...byAccount, without: ["secret", "next_secret", "last_step"] },
      erase: { account: (id) => sql`delete from second_factors where account_id = ${id} returning 1` },
    },
    sessions: {
      retention: {
        label: "sessions, after they end; they identify a returning browser",
        days: () => 400,
        at: sql`least(ended_at, expires_at)`,
      },
      personalData: { ...byAccount, without: ["secret_hash", "device_hash"] },
      erase: {
        account: (id) =>
          sql`update sessions set address = null, agent = null where account_id = ${id} returning 1`,
      },
    },
    sign_ups: {
      retention: {
        label: "sign-up requests, after they are approved or rejected",
        days: () => 180,
        at: sql`decided_at`,
      },
      personalData: {
        ...byReseller,
        email: (email) => sql`lower(t.email) = lower(${email})`,
        without: ["hash", "decided_by"],
      },
      erase: {
        account: (id) => sql`delete from sign_ups where reseller_id = ${id} returning 1`,
        email: (email) =>
          sql`delete from sign_ups where lower(email) = lower(${email}) and state <> 'pending' returning 1`,
      },
    },
    staff: {
      retention: { current: "the role of each admin" },
      personalData: { none: "an admin's role, which is the operator's data" },
    },
    staff_roles: operatorData({ forever: "roles and their permissions" }),
    throttles: {
      retention: {
        label: "attempts to sign in, sign up or complain, by address",
        days: () => 1 / 24,
        at: sql`updated_at`,
        where: sql`free_at < now()`,
      },
      personalData: { none: "counts, kept for an hour" },
    },
    tokens: {
      retention: { forever: "tokens, to which purchases refer" },
      personalData: { ...byReseller, without: ["hash"] },
      // A token left without numbers buys for none: the limit isn't lifted.
      erase: {
        account: (id) => sql`
          update tokens set numbers = '{}' where reseller_id = ${id} and numbers <> '{}' returning 1`,
        phone: (phone) => sql`
          update tokens
          set numbers = array_remove(numbers, ${phone})
          where numbers @> array[${phone}::text]
          returning 1`,
      },
    },
    transaction_pins: {
      retention: { current: "settings of a reseller" },
      personalData: { ...byReseller, without: ["hash"] },
      erase: { account: (id) => sql`delete from transaction_pins where reseller_id = ${id} returning 1` },
    },
    trusted_devices: {
      retention: {
        label: "trusted devices, after they are removed or expire",
        days: () => 30,
        at: sql`least(ended_at, expires_at)`,
      },
      personalData: { ...byAccount, without: ["device_hash"] },
      erase: { account: (id) => sql`delete from trusted_devices where account_id = ${id} returning 1` },
    },
  },
  settings: [agentSettings, contactSettings, signUpSettings],
  actions: {
    ...declareActions(() => import("./admins.ts"), {
      closeAdmin: { redirects: null, permission: "staff", audit: "admin.closed" },
      inviteAdmin: { redirects: "money", permission: "staff", audit: "admin.created" },
    }),
    ...declareActions(() => import("./password/password-link.ts"), {
      createResellerPasswordLink: {
        redirects: "money",
        approval: true,
        permission: "resellers",
        audit: ["account.link_issued", "approval_request.made"],
      },
    }),
    ...declareActions(() => import("./reseller/change-reseller.ts"), {
      changeLevel: { redirects: "money", permission: "resellers", audit: "reseller.level" },
      liftRestriction: {
        redirects: "money",
        permission: "resellers",
        audit: "reseller.lifted",
        input: "ResellerChange",
      },
      setDailyLimit: {
        redirects: "money",
        permission: "resellers",
        audit: "reseller.daily_limit",
      },
      setMessagePayer: {
        redirects: "money",
        permission: "resellers",
        audit: "reseller.message_payer",
      },
      setOperatorCollection: {
        redirects: "money",
        approval: true,
        permission: "resellers",
        audit: ["reseller.collects", "approval_request.made"],
      },
      setResellerLowWalletThreshold: {
        redirects: null,
        permission: "resellers",
        audit: "reseller.low_wallet_threshold",
      },
    }),
    ...declareActions(() => import("./reseller/create-reseller.ts"), {
      inviteReseller: {
        redirects: "money",
        permission: "resellers",
        audit: "reseller.created",
      },
    }),
    ...declareActions(() => import("./reseller/reseller-notes.ts"), {
      addResellerNote: {
        redirects: null,
        permission: "answer",
        audit: "reseller.noted",
        reason: false,
        input: null,
      },
    }),
    ...declareActions(() => import("./session/end-sessions.ts"), {
      endAdminSessions: { redirects: null, permission: "staff", audit: "account.sessions_ended" },
      endResellerSessions: { redirects: null, permission: "resellers", audit: "account.sessions_ended" },
    }),
    ...declareActions(() => import("./sign-up/approve-sign-up.ts"), {
      approveSignUp: {
        redirects: "money",
        permission: "resellers",
        audit: "sign_up.approved",
        reason: "optional",
      },
      rejectSignUp: { redirects: null, permission: "resellers", audit: "sign_up.rejected" },
    }),
    ...declareActions(() => import("./staff/give-role.ts"), {
      giveRole: {
        redirects: "money",
        approval: true,
        permission: "staff",
        audit: ["admin.role", "approval_request.made"],
      },
    }),
    ...declareActions(() => import("./staff/roles.ts"), {
      removeRole: { redirects: null, permission: "staff", audit: "role.removed" },
      saveRole: {
        redirects: "money",
        permission: "staff",
        audit: ["role.changed", "approval_request.made", "role.made"],
      },
    }),
    ...declareActions(() => import("./token/create-token.ts"), {
      createToken: {
        redirects: "money",
        permission: "resellers",
        resellers: true,
        audit: "token.issued",
      },
    }),
    ...declareActions(() => import("./token/rotate-token.ts"), {
      rotateToken: {
        redirects: "money",
        permission: "resellers",
        resellers: true,
        audit: "token.rotated",
      },
    }),
    ...declareActions(() => import("./two-factor/reset-two-factor.ts"), {
      resetTwoFactor: {
        redirects: "money",
        approval: true,
        permission: "resellers",
        audit: ["two_factor.reset", "approval_request.made"],
      },
    }),
  },
  audit: {
    "account.closed": "closed an account",
    "account.link_issued": "created a password link",
    "account.link_mailed": "emailed a password link",
    "account.name": "changed a display name",
    "account.password": "changed a password",
    "account.password_reset": "reset a password",
    "account.sessions_ended": "ended sessions",
    "admin.closed": "closed an admin’s account",
    "admin.created": "added an admin",
    "admin.role": "changed an admin’s role",
    "device.forgotten": "removed a trusted device",
    "device.remembered": "added a trusted device",
    "passkey.added": "added a passkey",
    "passkey.removed": "removed a passkey",
    "pin.locked": "entered a wrong PIN three times",
    "pin.removed": "removed the transaction PIN",
    "pin.set": "set a transaction PIN",
    "reseller.collects": "changed operator collection",
    "reseller.message_payer": "changed the payer of messages",
    "reseller.created": "added a reseller",
    "reseller.daily_limit": "changed a daily limit",
    "reseller.low_wallet_threshold": "changed a low-wallet threshold",
    "reseller.level": "changed a level",
    "reseller.lifted": "lifted a restriction",
    "reseller.noted": "added a note",
    "role.changed": "changed a role",
    "role.made": "created a role",
    "role.removed": "removed a role",
    "session.ended": "signed out",
    "session.opened": "signed in",
    "session.rejected": "failed to sign in",
    "sign_up.approved": "approved a sign-up request",
    "sign_up.requested": "requested an account",
    "sign_up.rejected": "rejected a sign-up request",
    "token.confirmed": "confirmed a token",
    "token.issued": "created a token",
    "token.limited": "changed a token’s limits",
    "token.rotated": "rotated a token",
    "two_factor.backup_codes": "created backup codes",
    "two_factor.backup_used": "used a backup code",
    "two_factor.off": "turned two-factor sign-in off",
    "two_factor.on": "turned two-factor sign-in on",
    "two_factor.replaced": "moved two-factor sign-in to another app",
    "two_factor.reset": "reset two-factor sign-in",
  },
  events: {
    "reseller.closed": "An account was closed.",
    "reseller.level_changed": "A reseller has another level.",
    "sign_up.approved": "An applicant who came by a link was approved.",
  },
  jobs: [
    {
      name: "resets",
      label: "Password resets",
      pool: "notifications",
      actor: "account",
      prompt: true,
      due: selectDue("reset_requests", "requested_at"),
      start: async (ctx) =>
        startLane(ctx, (await import("./password/password-reset-lane.ts")).passwordResetLane(ctx)),
    },
  ],
  notifications: accountNotifications,
  actionItems: {
    low_wallets: defineActionItem({
      label: "Low reseller wallets",
      rank: 150,
      badge: { tone: "wait", word: "Low" },
      read: async (ctx) => (await import("./reseller/read-resellers.ts")).countLowWallets(ctx),
      format: (count) =>
        count > 0
          ? {
              title: pluralise(count, "reseller’s wallet is low", "resellers’ wallets are low"),
              note: ["Below the threshold that you set. Ask whether they want to top up."],
              path: "/admin/resellers?watch=low",
            }
          : undefined,
    }),
  },
});
