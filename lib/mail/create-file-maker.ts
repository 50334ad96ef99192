import type { Ctx } from "#lib/core/context";
import { listNotificationKinds, type Module } from "#lib/core/module";
import type { MailFile } from "./queue-mail.ts";
import type { Attachment } from "./transport.ts";

/** Makes the file of an email; undefined where there is none for its reader any more. */
export type FileMaker = (file: MailFile) => Promise<Attachment | undefined>;

/** Leaves files to the kinds of notifications that have them. */
export function createFileMaker(ctx: Ctx, modules: readonly Module[]): FileMaker {
  const kinds = listNotificationKinds(modules);
  return async (file) => kinds[file.of]?.file?.(ctx, file);
}
