import { sql } from "drizzle-orm";
import { defineModule } from "#lib/core/module";
import { byReseller } from "#lib/core/personal-data";

export const spreadsheetModule = defineModule({
  name: "spreadsheet",
  tables: {
    read_lists: {
      retention: { label: "files that were read", days: () => 2, at: sql`created_at`, atOnce: 20 },
      personalData: { ...byReseller, without: ["key"] },
    },
  },
});
