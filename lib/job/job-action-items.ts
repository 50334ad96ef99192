import { type ActionItemKinds, defineActionItem } from "#lib/core/module";

export const jobActionItems: ActionItemKinds = {
  worker: defineActionItem({
    ...{ label: "No worker running", urgent: true, rank: 210 },
    badge: { tone: "bad", word: "Not running" },
    read: async (ctx) => (await import("./worker-presence.ts")).isWorkerDown(ctx),
    format: (isDown) =>
      isDown
        ? {
            title: "No worker is running",
            note: ["Purchases wait, with their money held, until a process with the worker role starts."],
            path: "/admin/system",
          }
        : undefined,
  }),
};
