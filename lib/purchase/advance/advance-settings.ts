import { defineSettings } from "#lib/audit/settings/define-settings";
import { switchField } from "#lib/core/settings/fields";

/** Whether unconfirmed purchases are credited after a day: the operator's money, without an admin. */
export const advanceSettings = defineSettings({
  name: "advances",
  path: "/admin/settings/purchases#advances",
  find: {
    label: "Turn credits of unconfirmed purchases on or off",
    keywords: "advance after a day suspense refund pending",
  },
  title: "Credits of unconfirmed purchases",
  text: "A purchase that is unconfirmed for a day is credited to its buyer. It stays open: later proof that it failed needs no refund, and later proof of delivery debits the buyer only if they agree.",
  submit: "Turn on credits",
  saved: () => "Saved.",
  fields: { enabled: switchField({ label: "Credits of unconfirmed purchases", initial: false }) },
  redirects: "money",
  approval: { label: "Turn on credits of unconfirmed purchases", needs: (_before, after) => after.enabled },
  permission: "rules",
  audit: {
    subject: "advances",
    subjectId: "1",
    codes: { "purchase.advances_turned": "turned advances on or off" },
  },
});
