import { COMMANDS } from "./commands.ts";

/** Every verb with its flags and what it does. */
export function help(): string {
  const lines = [...COMMANDS].map(([name, { usage, does }]) => {
    return `  ${[name, usage].filter(Boolean).join(" ")}\n      ${does}`;
  });
  return `npm run portal -- VERB [--json]\n\n${lines.join("\n")}\n  version\n      says which version this is\n  help\n      shows this`;
}

/** What one may ask for, in one line. */
export function possible(): string {
  return `Possible: ${[...COMMANDS.keys(), "version", "help"].join(", ")}.`;
}
