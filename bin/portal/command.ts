import type { ParseArgsConfig } from "node:util";
import type { Ctx } from "#lib/core/context";

export interface CommandResult {
  /** The result, in one line. */
  line: string;
  /** The same for `--json`. */
  data: Record<string, unknown>;
  /** Set for a bad result: the exit code is then 1. */
  failed?: boolean;
}

/** The flags after the verb; a missing flag is absent. */
export type CommandFlags = Partial<Record<string, string | string[]>>;

/** A verb of the operator's command line. */
export interface Command {
  /** The flags as the help shows them. */
  usage: string;
  does: string;
  flags: NonNullable<ParseArgsConfig["options"]>;
  /** The required flags. */
  needs: string[];
  run(ctx: Ctx, flags: CommandFlags): Promise<CommandResult>;
}

/** A flag that takes text. */
export const textFlag = { type: "string" } as const;

/** Formats a generated password, which is shown once. */
export function formatPasswordNote(password: string | undefined): string {
  return password ? `, password ${password} (shown only once; it must be changed at the first sign-in)` : "";
}
