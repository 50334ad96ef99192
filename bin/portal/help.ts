import { COMMANDS } from "./commands.ts";

/** Formats every verb with its flags and its effect. */
export function formatHelp(): string {
  const lines = [...COMMANDS].map(([name, { usage, does }]) => {
    return `  ${[name, usage].filter(Boolean).join(" ")}\n      ${does}`;
  });
  return `npm run portal -- VERB [--json]\n\n${lines.join("\n")}\n  version\n      shows the version\n  help\n      shows this help`;
}

/** Lists the verbs in one line. */
export function formatCommandNames(): string {
  return `Use one of: ${[...COMMANDS.keys(), "version", "help"].join(", ")}.`;
}
