import { listCurrentAnnouncements } from "#lib/notification/announcement/announcement-list";
import { publishAnnouncement } from "#lib/notification/announcement/publish-announcement";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  notifications: (at) =>
    `insert into notifications (account_id, event, key, at) values (1, 'x', gen_random_uuid(), ${at})`,
  push_devices: (
    at,
  ) => `insert into push_devices (account_id, endpoint, public_key, auth_secret, device_hash, reached_at)
    values (1, gen_random_uuid(), 'x', 'x', 'unknown', ${at})`,
};

export function actionSamples(scene: ActionScene): ActionSamples {
  const { second } = scene;

  return {
    endAnnouncement: [
      {
        given: async () => {
          await publishAnnouncement(second, { kind: "outage", text: "MTN is slow.", reason: "they told us" });
          const [latest] = await listCurrentAnnouncements(second);
          return { id: latest?.id ?? 0, reason: REASON };
        },
      },
    ],
    publishAnnouncement: [
      { given: async () => ({ kind: "news", text: "Closed on Monday.", reason: REASON }), makes: true },
    ],
  };
}
