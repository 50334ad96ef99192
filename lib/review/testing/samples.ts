import { listSavedReplies, saveReply } from "#lib/review/saved-replies";
import type { ActionSamples, ActionScene } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  review_assignments: (at) =>
    `insert into review_assignments (kind, item, admin_id, assigned_at) values ('issue', gen_random_uuid(), 1, ${at})`,
};

let made = 0;

export function actionSamples({ second }: ActionScene): ActionSamples {
  const getReply = () => {
    made += 1;
    return { field: "text", text: `We look into it, ${made}.` } as const;
  };
  return {
    assignReviewItem: [
      async () => ({
        kind: "issue",
        item: "DT01",
        to: "id" in second.actor ? String(second.actor.id) : "",
      }),
      async () => ({ kind: "issue", item: "DT01", to: "" }),
    ],
    deleteReply: async () => {
      await saveReply(second, getReply());
      return { id: (await listSavedReplies(second)).at(-1)?.id ?? 0 };
    },
    saveReply: async () => getReply(),
  };
}
