import { defineModule } from "#lib/core/module";

export const regularModule = defineModule({
  name: "regular",
  jobs: [
    {
      name: "renewal_messages",
      label: "Messages about bundles that end",
      pool: "customers",
      when: { minute: 37 },
      async run(ctx) {
        await (await import("./queue-renewal-messages.ts")).queueRenewalMessages(ctx);
      },
    },
  ],
});
