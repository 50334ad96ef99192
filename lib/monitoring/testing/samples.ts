import { sql } from "drizzle-orm";
import { modules } from "#lib/modules";
import { getAlertSettings } from "#lib/monitoring/alert/alert-settings";
import { addAlertRecipient } from "#lib/monitoring/alert/recipients";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";
import { seedFailingJob } from "#lib/testing/scene";

export const oldRows: OldRows = {
  alert_recipients: (at) =>
    `insert into alert_recipients (channel, target, removed_at) values ('mail', 'ops@example.com', ${at})`,
  alerts: (at) =>
    `insert into alerts (kind, title, note, path, resolved_at) values ('x', 'x', '', '/', ${at})`,
};

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at } = scene;

  const getRecipientForm = () => ({
    channel: "webhook" as const,
    target: "https://93.184.216.34/hook",
    name: "Ops",
    kinds: ["stopped", "funding"],
    quietFrom: "22:00",
    quietUntil: "06:00",
    reason: REASON,
  });

  async function createRecipient() {
    await addAlertRecipient(at.system, getRecipientForm(), modules);
    const { id, version } = (await getAlertSettings(at.system, modules)).receivers.at(-1) ?? {
      id: 0,
      version: 0,
    };
    return { id, version };
  }

  return {
    addAlertRecipient: { given: async () => getRecipientForm(), makes: true },
    editAlertRecipient: async () => ({ ...(await createRecipient()), kinds: "stopped", reason: REASON }),
    removeAlertRecipient: async () => ({ id: (await createRecipient()).id, reason: REASON }),
    retryJob: async () => ({ failureId: await seedFailingJob(at.system, "no list came"), reason: REASON }),
    sendTestAlert: async () => {
      const { id } = await createRecipient();
      await at.system.db.execute(
        sql`update alert_recipients set target = 'http://127.0.0.1:1/' where id = ${id}`,
      );
      return { id };
    },
  };
}
