import type { ServerMessage } from "./batches.ts";

/** Describes a response without its values: tags, errors by code and constraint, and numbers of rows. */
export function describeResponse(messages: readonly ServerMessage[]): string {
  return messages
    .flatMap(({ kind, bytes }) => {
      if (kind === "C") return [bytes.toString("utf8", 5, bytes.length - 1)];
      if (kind === "E") return [`error ${describeError(bytes.toString("latin1", 4))}`];
      return kind === "Z" ? [String.fromCharCode(bytes[5] as number)] : [];
    })
    .join(" ");
}

function describeError(fields: string): string {
  const [, code] = /\0C([0-9A-Z]{5})\0/.exec(fields) ?? [];
  const [, constraint] = /\0n([^\0]+)\0/.exec(fields) ?? [];
  return constraint ? `${code} ${constraint}` : `${code}`;
}
