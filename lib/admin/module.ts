import { sql } from "drizzle-orm";
import { defineModule } from "#lib/core/module";

export const adminModule = defineModule({
  name: "admin",
  tables: {
    saved_views: {
      retention: { current: "settings of an account" },
      personalData: { account: (id) => sql`t.owner_id = ${id}` },
    },
  },
  actions: {
    changeView: {
      permission: "see",
      audit: "view.changed",
      reason: false,
      load: () => import("./saved-views.ts"),
    },
    deleteView: {
      permission: "see",
      audit: "view.deleted",
      reason: false,
      load: () => import("./saved-views.ts"),
    },
    saveView: {
      permission: "see",
      audit: "view.saved",
      reason: false,
      load: () => import("./saved-views.ts"),
    },
  },
  audit: {
    "view.changed": "changed a saved view",
    "view.deleted": "deleted a saved view",
    "view.saved": "saved a view",
  },
});
