import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { selectDueDeliveries } from "#lib/core/due";
import { EVERY_MINUTE, EVERY_TEN_MINUTES } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { reportActionItems } from "./report-action-items.ts";
import { reportNotifications } from "./report-notifications.ts";
import { reportSettings } from "./report-settings.ts";
import { getMonitoringVariables } from "./variables.ts";

export const monitoringModule = defineModule({
  name: "monitoring",
  variables: [getMonitoringVariables],
  deliveryDays: { alerts: () => 30 },
  tables: {
    alert_recipients: {
      retention: {
        label: "alert recipients, after they are removed",
        days: () => 30,
        at: sql`removed_at`,
        where: sql`not exists (
          select from deliveries d where d.channel = 'alerts' and d.target = t.id::text)`,
      },
      personalData: { none: "recipients that the operator chose" },
    },
    alerts: {
      retention: { label: "alerts and their recipients", days: () => 30, at: sql`resolved_at` },
      personalData: { none: "the operator's alerts" },
    },
  },
  settings: [reportSettings],
  actions: {
    ...declareActions(() => import("./alert/recipients.ts"), {
      addAlertRecipient: {
        redirects: "data",
        permission: "rules",
        audit: "alert.recipient_added",
      },
      editAlertRecipient: {
        redirects: "data",
        permission: "rules",
        audit: "alert.recipient_changed",
      },
      removeAlertRecipient: {
        redirects: null,
        password: true,
        permission: "rules",
        audit: "alert.recipient_removed",
      },
    }),
    ...declareActions(() => import("./alert/test-alert.ts"), {
      sendTestAlert: { redirects: null, permission: "rules", audit: null, reason: false, input: null },
    }),
    ...declareActions(() => import("./retry-job.ts"), {
      retryJob: { redirects: null, permission: "system", audit: "job.run_again" },
    }),
  },
  audit: {
    "alert.recipient_added": "added an alert recipient",
    "alert.recipient_changed": "edited an alert recipient",
    "alert.recipient_removed": "removed an alert recipient",
    "job.run_again": "retried background work",
    "reporting.closed": "removed a reporting role",
    "reporting.opened": "created a reporting role",
  },
  jobs: [
    {
      name: "alert_checks",
      label: "Alert checks",
      pool: "alerts",
      when: EVERY_MINUTE,
      async run(ctx, { modules }) {
        const unchecked = await (await import("./alert/detect-alerts.ts")).detectAlerts(ctx, modules);
        if (unchecked.length > 0) throw new Error(`Not checked: ${unchecked.join(", ")}.`);
      },
    },
    {
      name: "alerts",
      label: "Alert delivery",
      pool: "alerts",
      actor: "alert",
      due: selectDueDeliveries("alerts"),
      start: async (ctx, { modules }) =>
        (await import("./alert/alert-sender.ts")).startAlertSender(ctx, modules),
    },
    {
      name: "reports",
      label: "Reports by email",
      pool: "notifications",
      when: EVERY_TEN_MINUTES,
      async run(ctx) {
        await (await import("./notify-reports.ts")).notifyReports(ctx);
      },
    },
  ],
  notifications: reportNotifications,
  actionItems: reportActionItems,
});
