import { modules } from "#lib/modules";
import { getAlertSettings } from "#lib/report/alert/alert-settings";
import { sendTestAlerts } from "#lib/report/alert/test-alert";
import type { Command } from "./command.ts";

export const alertCommand: Command = {
  usage: "[--try]",
  does: "lists the alert recipients; --try sends a test alert to each and shows the result",
  flags: { try: { type: "boolean" } },
  needs: [],
  async run(ctx, flags) {
    const recipients = flags.try
      ? await sendTestAlerts(ctx)
      : (await getAlertSettings(ctx, modules)).receivers.map(({ id, name, target, channel, problem }) => ({
          ...{ id, to: name || target, channel, problem: problem ?? undefined },
        }));
    if (recipients.length === 0)
      return {
        line: "No alert recipients. Add one under Settings, Notifications and alerts",
        data: { receivers: [] },
        failed: true,
      };
    const success = flags.try ? "test alert delivered" : "active";
    const lines = recipients.map(({ to, channel, problem }) => `${to} (${channel}): ${problem ?? success}`);
    return {
      line: lines.join("\n"),
      data: { receivers: recipients },
      failed: recipients.some(({ problem }) => problem),
    };
  },
};
