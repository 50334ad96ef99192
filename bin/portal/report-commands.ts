import { writeFile } from "node:fs/promises";
import { completeCsv } from "#lib/core/list/csv";
import { formatDecimal } from "#lib/core/money/money";
import { resolveReportDay } from "#lib/sales/outcome-columns";
import { outcomeListFile, outcomeReportFile } from "#lib/sales/outcome-files";
import { getOutcomeReport } from "#lib/sales/outcome-report";
import type { PortalCommand } from "./command.ts";

export const REPORT_COMMANDS: Record<string, PortalCommand> = {
  outcomes: {
    usage: "[--day] [--to FILE.csv] [--each]",
    example: "--day 2026-11-26 --to /var/lib/kiosk/outcomes-2026-11-26.csv",
    switches: ["each"],
    does:
      "compares a day's purchases by outcome with the ledger, yesterday's unless given; " +
      "--to writes the regulator's file, with --each of each purchase",
    async run(ctx, flags) {
      const day = resolveReportDay(flags.day as string | undefined);
      const { totals, agrees, rows } = await getOutcomeReport(ctx, { day });
      if (flags.to !== undefined) {
        const file = flags.each ? outcomeListFile : outcomeReportFile;
        await writeFile(String(flags.to), completeCsv(file.csv(ctx, { day })), { flag: "wx", mode: 0o600 });
      }
      const counts = totals.map(({ outcome, purchases }) => `${purchases} ${outcome}`);
      const ledger = agrees ? "match" : "differ from";
      const fileNote = flags.to ? `; written to ${flags.to}` : "";
      return {
        line: `${day}: ${counts.join(", ")}; the totals ${ledger} the ledger${fileNote}`,
        data: { day, agrees, totals: totals.map(toPlain), rows: rows.map(toPlain) },
        failed: !agrees,
      };
    },
  },
};

/** Amounts are text, as in the API. */
const toPlain = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "bigint" ? formatDecimal(value) : value,
    ]),
  );
