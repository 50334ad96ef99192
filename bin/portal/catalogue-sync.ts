import { sync } from "#lib/catalogue/sync";
import type { Command } from "./command.ts";

export const catalogueSync: Command = {
  usage: "",
  does: "brings the plans up to what the upstream lists",
  flags: {},
  needs: [],
  async run(ctx) {
    const view = await sync(ctx);
    const { plans, changed, version, source } = view;
    return {
      line: `${plans} plans from the ${source} list, ${changed} changed, version ${version}`,
      data: { ...view },
    };
  },
};
