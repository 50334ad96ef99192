import { inspect, stripVTControlCharacters } from "node:util";
import { getRequestId } from "./request-id.ts";

type LogLevel = "info" | "warn" | "error";

let isMuted = false;

/** Turns the log off, for a command that reports everything in words. */
export function muteLog(): void {
  isMuted = true;
}

/** Writes one JSON line to standard error: an event and its facts. Never pass secrets or phone numbers. */
function writeLine(level: LogLevel, event: string, facts: Record<string, unknown>): void {
  if (isMuted) return;
  const line = JSON.stringify(
    { at: new Date().toISOString(), level, event, request: getRequestId(), ...facts },
    toPlainValue,
  );
  process.stderr.write(`${line}\n`);
}

export const log = {
  info: (event: string, facts: Record<string, unknown> = {}) => writeLine("info", event, facts),
  warn: (event: string, facts: Record<string, unknown> = {}) => writeLine("warn", event, facts),
  error: (event: string, facts: Record<string, unknown> = {}) => writeLine("error", event, facts),
};

/**
 * Redirects errors and warnings of libraries to this log: the framework would print a failed
 * query with its parameters.
 */
export function redirectConsole(): void {
  console.error = (...parts: unknown[]) => writeLine("error", "console", { parts: parts.map(toPrintable) });
  console.warn = (...parts: unknown[]) => writeLine("warn", "console", { parts: parts.map(toPrintable) });
  // Node prints a warning about experimental features, which isn't an error.
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => writeLine("warn", "node", { name, message }));
}

function toPrintable(part: unknown): unknown {
  if (part instanceof Error) return part;
  return typeof part === "string" ? stripVTControlCharacters(part).trim() : inspect(part, { depth: 2 });
}

function toPlainValue(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Error) return describeError(value);
  return value;
}

/** A failed query's message repeats its parameters, which may be private: the cause's code is enough. */
function describeError(error: Error): unknown {
  const { name, stack, cause } = error;
  if ("query" in error) {
    // Drizzle wraps the driver's error, which has the same statement with its code.
    const inner =
      cause instanceof Error && "query" in cause && cause.query === error.query ? cause : undefined;
    if (inner) return describeError(inner);
    const code = "code" in error ? error.code : undefined;
    return { name: "FailedQuery", query: error.query, code, cause };
  }
  return { name, stack, cause };
}
