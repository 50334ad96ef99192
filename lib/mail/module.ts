import { defineModule, HOURLY_CLEANUP, selectDueDeliveries } from "#lib/core/module";
import { createFileMaker } from "./create-file-maker.ts";
import { mailActionItems } from "./mail-action-items.ts";
import { mailGauges } from "./mail-gauges.ts";
import { getMailVariables } from "./variables.ts";

export const mailModule = defineModule({
  name: "mail",
  variables: [getMailVariables],
  deliveryDays: { mail: () => getMailVariables().KEEP_MAILS_DAYS },
  jobs: [
    {
      ...{ name: "mail", label: "Email delivery", pool: "messages" },
      due: selectDueDeliveries("mail"),
      async start(ctx, { modules, createCtx }) {
        const fileOf = createFileMaker(createCtx("reports", "mail"), modules);
        return (await import("./mail-sender.ts")).startMailSender(ctx, { fileOf });
      },
    },
    {
      ...{ name: "old_mail", label: "Expiry of emails", pool: "reports" },
      when: HOURLY_CLEANUP,
      async run(ctx) {
        await (await import("./mail-trouble.ts")).failExpiredMails(ctx);
      },
    },
  ],
  gauges: mailGauges,
  actionItems: mailActionItems,
});
