import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { readRows, textOf } from "#lib/core/read-rows";
import type { Fault } from "./failure-text.ts";

export const JudgeFailureTextInput = z.object({
  /** As `toFailureKey` writes it. */
  text: z.string().max(160),
  fault: z.enum(["network", "recipient"]),
});
export type JudgeFailureTextInput = z.input<typeof JudgeFailureTextInput>;

/**
 * Decides whose fault a failure with this text is, from now on and for every line: one of the recipient's
 * number says nothing about a line. Admins only.
 */
export async function judgeFailureText(ctx: Ctx, input: JudgeFailureTextInput): Promise<void> {
  requireAdmin(ctx, "system");
  const { text, fault } = JudgeFailureTextInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [was] = await readRows(tx.db, z.object({ fault: textOf<Fault>() }))`
      select fault from failure_texts where key = ${text} for update`;
    await tx.db.execute(sql`
      insert into failure_texts (key, fault, decided_by) values (${text}, ${fault}, ${formatActor(ctx.actor)})
      on conflict (key) do update
        set fault = excluded.fault, decided_by = excluded.decided_by, decided_at = now()`);
    await recordAudit(tx, {
      action: "outage.text_judged",
      subject: "failure_text",
      subjectId: text,
      before: { fault: was?.fault ?? null },
      after: { fault },
    });
  });
}

/** Reads what admins decided, by text. */
export async function readDecidedFaults({ db }: Ctx): Promise<ReadonlyMap<string, Fault>> {
  const rows = await readRows(db, z.object({ key: z.string(), fault: textOf<Fault>() }))`
    select key, fault from failure_texts`;
  return new Map(rows.map(({ key, fault }) => [key, fault]));
}
