import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { pluralise } from "#lib/core/text/pluralise";

export const mailActionItems: ActionItemKinds = {
  mail: defineActionItem({
    ...{ label: "Email not sent", rank: 190 },
    badge: { tone: "unsure", word: "Failed" },
    read: async (ctx) => (await import("./mail-trouble.ts")).getMailTrouble(ctx),
    format(trouble) {
      if (!trouble) return undefined;
      const { waitingSince, givenUp, problem } = trouble;
      const item = { note: [problem], path: "/admin/settings/notifications" };
      return waitingSince
        ? { ...item, title: "Email isn’t being sent", badge: { tone: "bad", word: "Waiting" } }
        : { ...item, title: pluralise(givenUp, "email wasn’t delivered", "emails weren’t delivered") };
    },
  }),
};
