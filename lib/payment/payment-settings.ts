import { defineSettings } from "#lib/audit/settings/define-settings";
import { amountField, choiceField, type Field, switchField } from "#lib/core/settings/fields";
import type { Values } from "#lib/core/settings/settings";
import { PROVIDER_NAMES, type ProviderName } from "./providers/provider.ts";
import { PROVIDERS } from "./providers/providers.ts";

const forEachProvider = <V>(describe: (label: string) => V) =>
  Object.fromEntries(PROVIDER_NAMES.map((name) => [name, describe(PROVIDERS[name].label)])) as Record<
    ProviderName,
    V
  >;

/**
 * Online payments. Operator collection, by which shops are paid through the operator's account, is turned on with the
 * approval of another owner where there is one. Open payments keep their settings.
 */
export const paymentSettings = defineSettings({
  name: "payment",
  path: "/admin/settings/payments#online-payments",
  find: {
    label: "Change online payments",
    keywords: "settings providers paystack monnify flutterwave minimum maximum dedicated accounts collection",
  },
  title: "Online payments",
  text: "How resellers top up their wallets online.",
  submit: "Save payment settings",
  saved: () => "Payment settings saved.",
  fields: {
    /** Whether a provider is on, where its keys are set. */
    ...forEachProvider(
      (label): Field<boolean> => switchField({ label: `Payments by ${label}`, initial: true }),
    ),
    collect: switchField({
      label: "Allow operator collection for shops",
      hint: "Customers pay into your account. Allow it for each shop on its reseller’s page.",
      initial: false,
    }),
    feeBearer: choiceField({
      label: "Fee paid by",
      options: {
        reseller: "Reseller: deducted from the payment",
        operator: "You: the whole payment is credited",
      },
      initial: "reseller",
    }),
    dedicatedAccountProvider: choiceField({
      label: "Dedicated accounts from",
      hint: "Existing accounts keep working.",
      options: { "": "None", ...forEachProvider((label) => label) },
      initial: "",
    }),
    minAmount: amountField({ label: "Minimum", initial: 10_000n }),
    maxAmount: amountField({ label: "Maximum", initial: 50_000_000n }),
  },
  check: ({ minAmount, maxAmount }) =>
    maxAmount < minAmount ? { field: "maxAmount", message: "Enter at least the minimum." } : undefined,
  redirects: "money",
  approval: {
    label: "Turn on operator collection",
    needs: (before, after) => after.collect && !before.collect,
  },
  permission: "rules",
  audit: {
    subject: "payment",
    subjectId: "rules",
    codes: { "payment.rules": "changed online payment settings" },
  },
});

export type PaymentSettings = Values<typeof paymentSettings.fields>;
