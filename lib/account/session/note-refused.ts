import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";

/**
 * Puts on record that somebody was refused at an admin's sign-in. There are no more of them than there are tries. Nobody
 * waits for it: the time of the answer does not tell whose e-mail it was.
 */
export function noteRefusedSignIn(ctx: Ctx, { id, role }: { id: number; role: string }): void {
  if (role !== "admin") return;
  record(ctx, { action: "session.refused", subject: "account", subjectId: id }).catch((error: unknown) =>
    log.error("sign-in.not-recorded", { error }),
  );
}
