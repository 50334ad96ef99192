import { inspect, stripVTControlCharacters } from "node:util";
import { requestId } from "./request-id.ts";

type Level = "info" | "warn" | "error";

/** One JSON line on standard error: an event's name and its facts. Never pass secrets or phone numbers. */
function write(level: Level, event: string, facts: Record<string, unknown>): void {
  const line = JSON.stringify(
    { at: new Date().toISOString(), level, event, request: requestId(), ...facts },
    plain,
  );
  process.stderr.write(`${line}\n`);
}

export const log = {
  info: (event: string, facts: Record<string, unknown> = {}) => write("info", event, facts),
  warn: (event: string, facts: Record<string, unknown> = {}) => write("warn", event, facts),
  error: (event: string, facts: Record<string, unknown> = {}) => write("error", event, facts),
};

/**
 * Sends what libraries print as errors and warnings to this log: the framework would print a failed query with
 * its parameters.
 */
export function logConsole(): void {
  console.error = (...parts: unknown[]) => write("error", "console", { parts: parts.map(printable) });
  console.warn = (...parts: unknown[]) => write("warn", "console", { parts: parts.map(printable) });
  // Node says by an error on the console that an experimental part of it is used: that is no fault.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => write("warn", "node", { name, message }));
}

function printable(part: unknown): unknown {
  if (part instanceof Error) return part;
  return typeof part === "string" ? stripVTControlCharacters(part).trim() : inspect(part, { depth: 2 });
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Error) return errorFacts(value);
  return value;
}

/** A failed query's own message repeats its parameters, which may be private: its cause's code says enough. */
function errorFacts(error: Error): unknown {
  const { name, stack, cause } = error;
  if ("query" in error) {
    // The library that writes statements wraps the driver's error, which tells the same statement with its code.
    const inner =
      cause instanceof Error && "query" in cause && cause.query === error.query ? cause : undefined;
    if (inner) return errorFacts(inner);
    const code = "code" in error ? error.code : undefined;
    return { name: "FailedQuery", query: error.query, code, cause };
  }
  return { name, stack, cause };
}
