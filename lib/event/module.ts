import { sql } from "drizzle-orm";
import { defineModule } from "#lib/core/module";
import { byReseller } from "#lib/core/personal-data";

export const eventModule = defineModule({
  name: "event",
  tables: {
    events: {
      retention: {
        label: "events, which notifications and webhooks follow",
        days: () => 7,
        at: sql`at`,
        where: sql`not exists (select from event_retries r where r.event_id = t.id)`,
        inOrder: true,
      },
      personalData: byReseller,
    },
    event_retries: {
      retention: {
        label: "events that couldn't be handled",
        days: () => 30,
        at: sql`(select e.at from events e where e.id = t.event_id)`,
      },
      personalData: byReseller,
    },
  },
  jobs: [
    {
      name: "events",
      label: "Events",
      pool: "events",
      actor: "event",
      due: sql`select at from events where handled_at is null`,
      prompt: true,
      start: async (ctx, { modules }) => (await import("./event-lane.ts")).startEventLane(ctx, modules),
    },
  ],
});
