import type { ActionItemText } from "#lib/core/action-item";
import type { Ctx } from "#lib/core/context";
import { type ActionItemKinds, defineActionItem } from "#lib/core/module";
import type { MaintenanceState } from "./maintenance-state.ts";

const read = async (ctx: Ctx) => (await import("./maintenance-state.ts")).readMaintenanceStates(ctx);

export const maintenanceActionItems: ActionItemKinds = {
  backup: defineActionItem({
    label: "Backup failed or overdue",
    rank: 220,
    read,
    badge: { tone: "bad", word: "Overdue" },
    format: (states) =>
      formatMaintenance(find(states, "backup"), {
        name: "backup",
        late: "No backup for more than a day",
        todo: "Run kiosk backup and schedule it.",
      }),
  }),
  restore_test: defineActionItem({
    label: "Restore test failed or overdue",
    rank: 230,
    read,
    badge: { tone: "unsure", word: "Untested" },
    format: (states) =>
      formatMaintenance(find(states, "restore_test"), {
        name: "restore test",
        late: "No restore test for five weeks",
        todo: "Run kiosk restore --test --from latest.",
      }),
  }),
  check: defineActionItem({
    label: "Ledger check overdue",
    rank: 240,
    read,
    badge: { tone: "unsure", word: "Overdue" },
    format(states) {
      const state = find(states, "check");
      // The daily close reports the findings of a check.
      return formatMaintenance(state && { ...state, failure: undefined }, {
        name: "ledger check",
        late: "No ledger check for two days",
        todo: "Check that a worker is running.",
      });
    },
  }),
};

const find = (states: readonly MaintenanceState[], kind: MaintenanceState["kind"]) =>
  states.find((state) => state.kind === kind);

function formatMaintenance(
  state: MaintenanceState | undefined,
  { name, late, todo }: { name: string; late: string; todo: string },
): ActionItemText | undefined {
  const path = "/admin/records/system";
  if (state?.failure) {
    const { at, summary } = state.failure;
    return { title: `Last ${name} failed`, note: ["At ", at, `. ${summary}`], path };
  }
  if (!state?.isOverdue) return undefined;
  return state.succeededAt
    ? { title: late, note: ["Last one: ", state.succeededAt, `. ${todo}`], path }
    : { title: `No ${name} yet`, note: [todo], path };
}
