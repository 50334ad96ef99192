import { check as checkBooks } from "#lib/purchase/check";
import type { Command } from "./command.ts";

export const check: Command = {
  usage: "",
  does: "proves that books and purchases agree",
  flags: {},
  needs: [],
  async run(ctx) {
    const { ok, findings, counted } = await checkBooks(ctx);
    const looked = Object.entries(counted).map(([what, count]) => `${count} ${what}`);
    const line = ok ? `All in order: ${looked.join(", ")}` : `Not in order: ${findings.join("; ")}`;
    return { line, data: { ok, findings, counted }, failed: !ok };
  },
};
