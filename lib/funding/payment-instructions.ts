import { defineSettings } from "#lib/audit/settings/define-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { type Ctx, requireReader } from "#lib/core/context";
import { linesField } from "#lib/core/settings/fields";

/** The operator's account, in their own words. The money of resellers goes where it says. */
export const instructionSettings = defineSettings({
  name: "instructions",
  path: "/admin/settings/payments#payment-instructions",
  find: { label: "Change payment instructions", keywords: "settings bank account transfer" },
  title: "Payment instructions",
  text: "Shown to resellers who top up by bank transfer.",
  submit: "Save instructions",
  saved: () => "Payment instructions saved.",
  fields: {
    text: linesField({
      label: "Payment instructions",
      hint: "Your bank, account number and account name.",
      maxLength: 1_000,
    }),
  },
  redirects: "money",
  approval: { label: "Change the payment instructions", needs: () => true },
  permission: "rules",
  audit: {
    subject: "funding",
    subjectId: "terms",
    codes: { "funding.instructions": "changed payment instructions" },
  },
});

/** Gets the operator's payment instructions; empty until they are set. */
export async function getPaymentInstructions(ctx: Ctx): Promise<{ text: string }> {
  requireReader(ctx);
  return readSettings(ctx, instructionSettings);
}
