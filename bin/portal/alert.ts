import { alertSettings } from "#lib/report/alert/list";
import { tryReceivers } from "#lib/report/alert/try";
import type { Command } from "./command.ts";

export const alert: Command = {
  usage: "[--try]",
  does: "says whom alerts reach; --try sends each of them a message, and says how it answered",
  flags: { try: { type: "boolean" } },
  needs: [],
  async run(ctx, flags) {
    const found = flags.try
      ? await tryReceivers(ctx)
      : (await alertSettings(ctx)).receivers.map(({ id, name, target, way, problem }) => ({
          ...{ id, to: name || target, way, problem: problem ?? undefined },
        }));
    if (found.length === 0)
      return {
        line: "Nobody is told of alerts: add someone under Settings, Alerts",
        data: { receivers: [] },
        failed: true,
      };
    const fine = flags.try ? "took it" : "reached";
    const lines = found.map(({ to, way, problem }) => `${to} (${way}): ${problem ?? fine}`);
    return {
      line: lines.join("\n"),
      data: { receivers: found },
      failed: found.some(({ problem }) => problem),
    };
  },
};
