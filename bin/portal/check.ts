import { checkPurchases } from "#lib/purchase/check-purchases";
import type { Command } from "./command.ts";

export const checkCommand: Command = {
  usage: "",
  does: "checks that the ledger is balanced and matches the purchases",
  flags: {},
  needs: [],
  async run(ctx) {
    const { ok, findings, counted } = await checkPurchases(ctx);
    const counts = Object.entries(counted).map(([what, count]) => `${count} ${what}`);
    const line = ok ? `All checks passed: ${counts.join(", ")}` : `Checks failed: ${findings.join("; ")}`;
    return { line, data: { ok, findings, counted }, failed: !ok };
  },
};
