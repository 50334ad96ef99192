import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import { UNREACHABLE } from "./unreachable.ts";

export const dispatchActionItems: ActionItemKinds = {
  stopped: defineActionItem({
    label: "Sending stopped",
    urgent: true,
    alarm: true,
    rank: 20,
    badge: { tone: "bad", word: "Stopped" },
    read: async (ctx) => ({
      ...(await (await import("./dispatch-status.ts")).getDispatchStatus(ctx)),
      isSending: await (await import("./current-suppliers.ts")).isSending(ctx),
    }),
    format({ stopped, reason, probeAt, isSending }) {
      // Only some suppliers are stopped: those have an item of their own.
      if (isSending) return undefined;
      if (!stopped)
        return {
          title: "Sending is stopped",
          note: ["No supplier that is on sells a plan."],
          path: "/admin/networks/suppliers",
        };
      const item = { title: "Sending is stopped", note: [reason ?? ""], path: "/admin/records/system" };
      if (!probeAt) return item;
      const isUnreachable = reason?.startsWith(UNREACHABLE) ?? false;
      return {
        ...item,
        ...(isUnreachable && { title: "Sending stopped: no supplier can be reached" }),
        note: [`${isUnreachable ? "" : `${reason ?? ""} `}One purchase is attempted `, probeAt, "."],
        badge: { tone: "unsure", word: "Paused" },
      };
    },
  }),
};
