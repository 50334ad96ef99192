import { listCurrentAnnouncements } from "#lib/announcement/announcement-list";
import { publishAnnouncement } from "#lib/announcement/publish-announcement";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

export function actionSamples(scene: ActionScene): ActionSamples {
  const { second } = scene;

  return {
    endAnnouncement: async () => {
      await publishAnnouncement(second, { kind: "outage", text: "MTN is slow.", reason: "they told us" });
      const [latest] = await listCurrentAnnouncements(second);
      return { id: latest?.id ?? 0, reason: REASON };
    },
    publishAnnouncement: {
      given: async () => ({ kind: "news", text: "Closed on Monday.", reason: REASON }),
      makes: true,
    },
  };
}
