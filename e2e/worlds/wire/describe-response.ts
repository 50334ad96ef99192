import type { ServerMessage } from "./batches.ts";

/** Describes a response without its values: tags, codes of errors and numbers of rows. */
export function describeResponse(messages: readonly ServerMessage[]): string {
  return messages
    .flatMap(({ kind, bytes }) => {
      if (kind === "C") return [bytes.toString("utf8", 5, bytes.length - 1)];
      if (kind === "E") return [`error ${/\0C([0-9A-Z]{5})\0/.exec(bytes.toString("latin1", 4))?.[1]}`];
      return kind === "Z" ? [String.fromCharCode(bytes[5] as number)] : [];
    })
    .join(" ");
}
