import { syncCatalogue } from "#lib/catalogue/sync-catalogue";
import type { Command } from "./command.ts";

export const syncCatalogueCommand: Command = {
  usage: "",
  does: "updates the plans from the upstream's list",
  flags: {},
  needs: [],
  async run(ctx) {
    const view = await syncCatalogue(ctx);
    const { plans, changed, version, source } = view;
    return {
      line: `${plans} plans from the ${source} list, ${changed} changed, version ${version}`,
      data: { ...view },
    };
  },
};
