import type { ParseArgsConfig } from "node:util";
import type { Ctx } from "#lib/core/context";

export interface Answer {
  /** What happened, in one line. */
  line: string;
  /** The same for programs. */
  data: Record<string, unknown>;
  /** Set when what was found is bad news: the exit code is then 1. */
  failed?: boolean;
}

/** What was typed after the verb, by flag; a flag that was not given is absent. */
export type Flags = Partial<Record<string, string | string[]>>;

/** A verb of the operator's CLI. */
export interface Command {
  /** The flags as the help shows them. */
  usage: string;
  does: string;
  flags: NonNullable<ParseArgsConfig["options"]>;
  /** The flags without which nothing is done. */
  needs: string[];
  run(ctx: Ctx, flags: Flags): Promise<Answer>;
}

/** A flag that takes text. */
export const text = { type: "string" } as const;

/** Says a generated password, once. */
export function passwordNote(password: string | undefined): string {
  return password ? `, password ${password} (shown this once; to be replaced at the first sign-in)` : "";
}
