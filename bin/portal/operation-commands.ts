import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { getSecretSource, listReloadableNames } from "#lib/core/variables";
import {
  StartDispatchingInput,
  StopDispatchingInput,
  startDispatching,
  stopDispatching,
} from "#lib/dispatch/dispatch-control";
import { MAX_SALES_BYTES, type ReportedSales, readReportedSales } from "#lib/dispatch/read-reported-sales";
import { countSealedSecrets, resealSecrets } from "#lib/maintenance/reseal-secrets";
import { modules, VARIABLES } from "#lib/modules";
import { getAlertSettings } from "#lib/monitoring/alert/alert-settings";
import { sendTestAlerts } from "#lib/monitoring/alert/test-alert";
import { countOutcomes } from "#lib/monitoring/count-outcomes";
import { createReportingRole, ReportingRoleInput, removeReportingRole } from "#lib/monitoring/reporting-role";
import { countPreviousKeys, PREVIOUS_KEYS_DAYS } from "#lib/payment/keys/provider-keys";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { checkSuppliers, SupplierCheckInput } from "#lib/supplier/check-suppliers";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import type { CommandFlags, PortalCommand } from "./command.ts";
import { readSmallFile } from "./read-small-file.ts";

export const OPERATION_COMMANDS: Record<string, PortalCommand> = {
  "catalogue sync": {
    usage: "",
    does: "updates the plans from the upstream's list",
    announce: () => "Updating the plans and their costs from the upstream’s list",
    async run(ctx) {
      const view = await syncCatalogue(ctx);
      const { plans, changed, version, source } = view;
      return {
        line: `${plans} plans from the ${source} list, ${changed} changed, version ${version}`,
        data: { ...view },
      };
    },
  },
  "supplier check": {
    usage: "[--id]",
    example: "--id 2",
    does: "fetches the plan list of each supplier, or of one by its number, with its stored address and token; saves nothing",
    async run(ctx, flags) {
      const suppliers = await checkSuppliers(ctx, SupplierCheckInput.parse(flags));
      return {
        line: suppliers
          .map(({ id, name, plans, problem }) => `${id} ${name}: ${problem ?? `${plans} plans`}`)
          .join("\n"),
        data: { suppliers },
        failed: suppliers.some(({ problem }) => problem),
      };
    },
  },
  "sending stop": {
    usage: "--reason [--supplier]",
    example: '--reason "the float is moved" --supplier 2',
    does: "stops sending to all suppliers, or to one by its number; purchases in flight finish",
    announce: ({ supplier }) => `Stopping purchases to ${nameSupplier(supplier)}; those in flight finish`,
    async run(ctx, { reason, supplier }) {
      await stopDispatching(ctx, StopDispatchingInput.parse({ reason, supplierId: supplier }));
      return { line: "Sending stopped", data: { supplier, stopped: true } };
    },
  },
  "sending start": {
    usage: "--reason [--supplier]",
    example: '--reason "the float is back" --supplier 2',
    does: "starts sending again; after a restore, compare with the suppliers first",
    announce: ({ supplier }) => `Starting purchases to ${nameSupplier(supplier)}`,
    async run(ctx, { reason, supplier }) {
      await startDispatching(ctx, StartDispatchingInput.parse({ reason, supplierId: supplier }));
      return { line: "Sending started", data: { supplier, stopped: false } };
    },
  },
  "restored sold": {
    usage: "--supplier --file FILE",
    example: "--supplier 2 --file sold.txt",
    does: "reads in the references (DT…) that a supplier sold since the backup, one a line, so that these purchases are never sent again; sending has to be stopped",
    announce: ({ supplier }) => `Marking purchases that supplier ${supplier} sold as never to be sent again`,
    async run(ctx, { supplier, file }) {
      const text = await readSmallFile(String(file), MAX_SALES_BYTES);
      const read = await readReportedSales(ctx, { supplierId: Number(supplier), text });
      return { line: formatReportedSales(read), data: { ...read }, failed: read.refunded.length > 0 };
    },
  },
  "recent-outcomes": {
    usage: "[--since]",
    example: "--since 2026-11-01T08:00:00Z",
    does: "counts purchases placed since then, or in the last hour, by their outcome",
    async run(ctx, flags) {
      const since =
        flags.since === undefined ? new Date(Date.now() - 3_600_000) : new Date(String(flags.since));
      if (Number.isNaN(since.getTime()))
        throw new PortalError("invalid", "--since: Enter a time such as 2026-11-01T08:00:00Z.");
      const counts = await countOutcomes(ctx, { since });
      const { delivered, failed, open } = counts;
      return { line: `${delivered} delivered, ${failed} failed, ${open} open`, data: { ...counts } };
    },
  },
  "reporting open": {
    usage: "[--name]",
    example: "--name accountant",
    does: "creates a database role that can only read the reporting views, or changes its password",
    announce: ({ name }) => `Setting a new password for the database role ${name ?? "of reports"}`,
    async run(ctx, flags) {
      const role = await createReportingRole(ctx, ReportingRoleInput.parse(flags));
      return {
        line: `Reporting database: ${role.url} (shown only once; the views are in the schema reporting)`,
        data: role,
      };
    },
  },
  "reporting close": {
    usage: "[--name]",
    example: "--name accountant",
    does: "removes that role",
    announce: ({ name }) => `Removing the database role ${name ?? "of reports"}`,
    async run(ctx, flags) {
      const { name } = ReportingRoleInput.parse(flags);
      await removeReportingRole(ctx, { name });
      return { line: `Reporting role ${name} removed`, data: { name } };
    },
  },
  alert: {
    usage: "[--try]",
    example: "--try",
    switches: ["try"],
    does: "lists the alert recipients; --try sends a test alert to each and shows the result",
    announce: (flags) => (flags.try ? "Sending a test alert to every recipient" : undefined),
    async run(ctx, flags) {
      const recipients = flags.try
        ? await sendTestAlerts(ctx)
        : (await getAlertSettings(ctx, modules)).receivers.map(({ id, name, target, channel, problem }) => ({
            id,
            to: name || target,
            channel,
            problem: problem ?? undefined,
          }));
      if (recipients.length === 0)
        return {
          line: "No alert recipients. Add one under Settings → Notifications",
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
  },
  "secrets list": {
    usage: "",
    does: "lists the source of each secret, the number still encrypted with a previous key, and the effects of removing previous keys",
    async run(ctx) {
      const from = Object.fromEntries(
        listReloadableNames(VARIABLES).map((name) => [name, getSecretSource(name)]),
      );
      const state = await countSealedSecrets(ctx);
      const settings = Object.entries(from).flatMap(([name, source]) =>
        source === "not set" ? [] : [`${name} (${source})`],
      );
      const counted = `Encrypted with the current key: ${state.now}, with a previous key: ${state.before}, with an unknown key: ${state.unreadable}`;
      const unreadable =
        state.unreadable > 0
          ? [
              `To read the ${state.unreadable} with an unknown key, set NEXTAUTH_SECRET_BEFORE to the NEXTAUTH_SECRET of the machine that the database comes from, and run kiosk secrets reseal`,
            ]
          : [];
      const keys = await countPreviousKeys(ctx);
      const resellers =
        keys > 0
          ? [
              `Previous provider keys of resellers that are still accepted, for ${PREVIOUS_KEYS_DAYS} days after a change: ${keys}`,
            ]
          : [];
      return {
        line: [settings.join(", "), counted, ...unreadable, ...resellers, formatExpiry()].join(". "),
        data: { secrets: from, sealed: state, providerKeysBefore: keys },
      };
    },
  },
  "secrets reseal": {
    usage: "",
    does: "re-encrypts secrets of a previous key with the current one, while the portal runs; lists the effects of removing the previous key",
    announce: () => "Encrypting the secrets in the database with the current key",
    async run(ctx) {
      const { resealed, before, unreadable } = await resealSecrets(ctx);
      const parts = [
        `Re-encrypted: ${resealed}`,
        before > 0 ? `${before} remaining: run the command again` : formatExpiry(),
        ...(unreadable > 0 ? [`${unreadable} can't be read with any current key: enter them again`] : []),
      ];
      return { line: parts.join(". "), data: { resealed, before, unreadable }, failed: before > 0 };
    },
  },
};

const nameSupplier = (id: CommandFlags[string]) => (id === undefined ? "all suppliers" : `supplier ${id}`);

function formatReportedSales({
  read,
  supplier,
  unconfirmed,
  delivered,
  refunded,
  absent,
}: ReportedSales): string {
  const counts = `${read} references of ${supplier}: ${unconfirmed} unconfirmed, ${delivered} delivered, ${absent} not in this database, and never sent`;
  return refunded.length === 0 ? counts : `${counts}. Refunded here although sold: ${refunded.join(", ")}`;
}

/** Describes the effects of removing the previous keys that are set now. */
function formatExpiry(): string {
  const { NEXTAUTH_SECRET_BEFORE, SEALING_KEY, SEALING_KEY_BEFORE } = env();
  const signing = Object.values(PROVIDERS).filter(
    ({ signingKey, getVariables }) => getVariables()[signingKey.previousVariable],
  );
  const sealing =
    SEALING_KEY_BEFORE !== undefined || (NEXTAUTH_SECRET_BEFORE !== undefined && SEALING_KEY === undefined);
  const effects = [
    ...(NEXTAUTH_SECRET_BEFORE === undefined
      ? []
      : ["users who signed in before the change must sign in again"]),
    ...(sealing ? ["backup codes and unsubscribe links from before the change stop working"] : []),
    ...signing.map(
      ({ label }) =>
        `webhooks that ${label} still signs with it are rejected, and their payments are found some minutes later`,
    ),
  ];
  if (effects.length === 0) return "No previous key is set, so nothing needs to be removed";
  const names = [
    NEXTAUTH_SECRET_BEFORE && "NEXTAUTH_SECRET_BEFORE",
    SEALING_KEY_BEFORE && "SEALING_KEY_BEFORE",
    ...signing.map(({ signingKey }) => signingKey.previousVariable),
  ];
  return `Effects of removing ${names.filter(Boolean).join(" and ")}: ${effects.join("; ")}`;
}
