import { EVERY_TEN_MINUTES } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";

export const homeModule = defineModule({
  name: "home",
  jobs: [
    {
      name: "day_notifications",
      label: "Evening notifications to resellers",
      pool: "notifications",
      when: EVERY_TEN_MINUTES,
      async run(ctx) {
        await (await import("./notify-days.ts")).notifyDays(ctx);
      },
    },
  ],
  notifications: {
    day: {
      label: "Your day",
      audience: "resellers",
      group: "purchases",
    },
  },
});
