import { sql } from "drizzle-orm";
import { selectDueDeliveries } from "#lib/core/due";
import { ageInSeconds } from "#lib/core/gauge";
import { HOURLY_CLEANUP } from "#lib/core/lane/run-timing";
import { defineActionItem, defineModule } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";
import { createFileMaker } from "./create-file-maker.ts";
import { getMailVariables } from "./variables.ts";

export const mailModule = defineModule({
  name: "mail",
  variables: [getMailVariables],
  deliveryDays: { mail: () => 30 },
  jobs: [
    {
      name: "mail",
      label: "Email delivery",
      pool: "messages",
      due: selectDueDeliveries("mail"),
      async start(ctx, { modules, createCtx }) {
        const fileOf = createFileMaker(createCtx("reports", "mail"), modules);
        return (await import("./mail-sender.ts")).startMailSender(ctx, { fileOf });
      },
    },
    {
      name: "old_mail",
      label: "Expiry of emails",
      pool: "reports",
      when: HOURLY_CLEANUP,
      async run(ctx) {
        await (await import("./mail-trouble.ts")).failExpiredMails(ctx);
      },
    },
  ],
  gauges: {
    help: {
      portal_mails_waiting: "Emails waiting to be sent",
      portal_mails_late_seconds:
        "Age of the oldest waiting email that was written after the last sent one, without reports",
    },
    select: async () => [
      sql`
        select
          unnest(array['portal_mails_waiting', 'portal_mails_late_seconds']), null::jsonb,
          unnest(array[count(*), coalesce(${ageInSeconds(
            sql`min(created_at) filter (where type <> 'report' and d.id > coalesce(sent.id, 0))`,
          )}, 0)])
        from deliveries d
        left join (
          select id
          from deliveries
          where channel = 'mail' and done_at is not null and state = 'delivered'
          order by done_at desc
          limit 1
        ) sent on true
        where channel = 'mail' and state = 'waiting'`,
    ],
  },
  actionItems: {
    mail: defineActionItem({
      label: "Email not sent",
      rank: 190,
      badge: { tone: "unsure", word: "Failed" },
      read: async (ctx) => (await import("./mail-trouble.ts")).getMailTrouble(ctx),
      format(trouble) {
        if (!trouble) return undefined;
        const { waitingSince, givenUp, problem } = trouble;
        const item = { note: [problem], path: "/admin/settings/notifications" };
        return waitingSince
          ? { ...item, title: "Email isn’t being sent", badge: { tone: "bad", word: "Waiting" } }
          : { ...item, title: pluralise(givenUp, "email wasn’t delivered", "emails weren’t delivered") };
      },
    }),
  },
});
