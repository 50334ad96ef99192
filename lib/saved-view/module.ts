import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { defineModule } from "#lib/core/module";

export const savedViewModule = defineModule({
  name: "saved-view",
  tables: {
    saved_views: {
      retention: { current: "settings of an account" },
      personalData: { account: (id) => sql`t.owner_id = ${id}` },
    },
  },
  actions: {
    ...declareActions(() => import("./saved-views.ts"), {
      changeView: { redirects: null, permission: "see", audit: "view.changed", reason: false, input: null },
      deleteView: { redirects: null, permission: "see", audit: "view.deleted", reason: false, input: null },
      saveView: { redirects: null, permission: "see", audit: "view.saved", reason: false, input: null },
    }),
  },
  audit: {
    "view.changed": "changed a saved view",
    "view.deleted": "deleted a saved view",
    "view.saved": "saved a view",
  },
});
