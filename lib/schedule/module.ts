import { sql } from "drizzle-orm";
import { selectDue } from "#lib/core/due";
import { startLane } from "#lib/core/lane/lane";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { byOwner, byPhone, byReseller } from "#lib/core/personal-data";

export const scheduleModule = defineModule({
  name: "schedule",
  tables: {
    schedule_occurrences: {
      retention: { forever: "occurrences of schedules, to which purchases refer" },
      personalData: {
        account: byOwner(sql`(select reseller_id from schedules s where s.id = t.schedule_id)`),
      },
    },
    schedules: {
      retention: { forever: "schedules" },
      personalData: { ...byReseller, phone: byPhone },
      blocksErasure: {
        phone: (phone) => sql`select count(*) from schedules where state <> 'ended' and phone = ${phone}`,
        explain: (n) =>
          `${n} ${n === 1n ? "schedule buys" : "schedules buy"} for this number. Its reseller has to end that first.`,
      },
    },
  },
  audit: {
    "schedule.changed": "changed a schedule",
    "schedule.ended": "ended a schedule",
    "schedule.made": "created a schedule",
    "schedule.paused": "paused a schedule",
    "schedule.resumed": "resumed a schedule",
    "schedule.skipped": "skipped a scheduled purchase",
  },
  jobs: [
    {
      name: "schedules",
      label: "Schedules",
      pool: "schedules",
      actor: "schedule",
      prompt: true,
      due: selectDue("schedules", "next_at", sql`state = 'active'`),
      start: async (ctx) => startLane(ctx, (await import("./place-due-schedules.ts")).scheduleLane(ctx)),
    },
    {
      name: "schedule_notifications",
      label: "Schedule notifications",
      pool: "notifications",
      when: EVERY_MINUTE,
      async run(ctx) {
        await (await import("./notify-schedule.ts")).notifyUpcomingOccurrences(ctx);
      },
    },
  ],
  notifications: {
    schedule: {
      label: "Schedules",
      audience: "resellers",
      group: "customers",
    },
  },
});
