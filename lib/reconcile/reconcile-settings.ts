import { isDeepStrictEqual } from "node:util";
import { defineSettings } from "#lib/audit/settings/define-settings";
import { numberField, switchField } from "#lib/core/settings/fields";
import type { Values } from "#lib/core/settings/settings";

const minutes = (shown: { label: string; hint: string; initial: number }) =>
  numberField({
    ...shown,
    unit: "min",
    scale: 60,
    min: 1,
    max: 1_440,
    tooMuch: "Enter at most 1,440 minutes (a day).",
  });

/**
 * The rules by which unconfirmed purchases are decided. Money is refunded by it without an admin, so that it needs the
 * approval of another owner where there is one, except to turn the automatic off.
 */
export const reconcileSettings = defineSettings({
  name: "reconcile",
  path: "/admin/settings/purchases#unconfirmed-purchases",
  find: {
    label: "Change reconciliation settings",
    keywords: "unconfirmed automatic late window deposit low upstream balance",
  },
  title: "Unconfirmed purchases",
  text: "How the portal uses the suppliers’ balances to resolve unconfirmed purchases.",
  submit: "Save reconciliation settings",
  saved: () => "Settings saved.",
  fields: {
    /** Whether the balance chain settles purchases automatically, or only suggests. */
    automatic: switchField({
      label: "Resolve automatically from balances",
      hint: "Turn this off if anything but this portal spends from the account at the supplier.",
      initial: true,
    }),
    lateSeconds: minutes({
      label: "Late delivery window",
      hint: "Minutes after an attempt ends in which it may still be delivered.",
      initial: 600,
    }),
    refundSeconds: minutes({
      label: "Late refund window",
      hint: "Minutes after an attempt ends in which the supplier may still refund it.",
      initial: 21_600,
    }),
    graceSeconds: minutes({
      label: "Deposit grace period",
      hint: "Minutes to record a supplier deposit before it is reported as a discrepancy.",
      initial: 600,
    }),
  },
  check: ({ lateSeconds, refundSeconds }) =>
    refundSeconds < lateSeconds
      ? {
          field: "refundSeconds",
          message: "Enter at least as many minutes as for the late delivery window.",
        }
      : undefined,
  applied: async (ctx) => (await import("./chain-checkpoints.ts")).restartChain(ctx),
  redirects: "money",
  approval: {
    label: "Change how unconfirmed purchases are decided",
    needs: (before, after) => !isDeepStrictEqual({ ...before, automatic: false }, after),
  },
  permission: "rules",
  audit: {
    subject: "reconcile",
    subjectId: "1",
    codes: { "reconcile.settings": "changed reconciliation settings" },
  },
});

export type ReconcileSettings = Values<typeof reconcileSettings.fields>;
