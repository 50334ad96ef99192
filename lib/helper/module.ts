import { sql } from "drizzle-orm";
import { defineModule } from "#lib/core/module";

export const helperModule = defineModule({
  name: "helper",
  tables: {
    helpers: {
      retention: { forever: "helpers of resellers, to whom their purchases refer" },
      personalData: { account: (id) => sql`(t.id = ${id} or t.reseller_id = ${id})` },
      /** With a reseller, their helpers' sign-ins are erased. */
      erase: {
        account: (id) => sql`
          update accounts a
          set name = 'Erased', email = 'erased-' || a.id || '@erased.invalid', password_hash = 'erased',
            closed_at = coalesce(closed_at, now())
          from helpers h
          where h.id = a.id and h.reseller_id = ${id}
          returning 1`,
      },
    },
  },
  audit: {
    "helper.changed": "changed a helper’s limit or permissions",
    "helper.ended": "ended a helper’s access",
    "helper.invited": "invited a helper",
  },
  /** A person with the old password could have invited one. */
  access: {
    async list(ctx) {
      const { listHelpers } = await import("./list-helpers.ts");
      return (await listHelpers(ctx))
        .filter(({ state }) => state !== "ended")
        .map(({ id, name, email, invitedAt }) => ({
          ...{ id, label: `End access of helper ${name} (${email})` },
          createdAt: invitedAt,
        }));
    },
    remove: async (ctx, id) => (await import("./change-helper.ts")).endHelper(ctx, { id }),
  },
});
