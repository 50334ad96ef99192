/** Removes literal values from a statement; parameters aren't part of it. */
export function scrubStatement(text: string): string {
  return text
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "")
    .replace(/(?:\b[eEbBxX])?'(?:[^'\\]|''|\\.)*'?/g, "'…'")
    .replace(/\$([a-z_]*)\$[\s\S]*?\$\1\$/gi, "'…'")
    .replace(/\b\d{4,}\b/g, "…")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 2_000);
}

/**
 * Returns the impersonal part of a log line: its event, time, numbers and switches, and of errors
 * their kind, code, statement and stack. Messages and all other texts are left out. Undefined unless
 * it is a line of this log.
 */
export function scrubLine(line: string): Record<string, unknown> | undefined {
  const from = line.indexOf("{");
  try {
    const said: unknown = JSON.parse(from < 0 ? "" : line.slice(from));
    if (!isObject(said) || typeof said.event !== "string") return undefined;
    return keepAllowed(said, 0);
  } catch {
    return undefined;
  }
}

/** Names whose values may be words of the portal. */
const ALLOWED_PATTERNS: Readonly<Record<string, RegExp>> = {
  at: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  level: /^(info|warn|error)$/,
  event: /^[a-z][a-z0-9_-]*([.:][a-z][a-z0-9_-]*)+$|^(console|job|node|next-auth)$/,
  name: /^([A-Z]\w*(Error|Warning)|FailedQuery)$/,
  code: /^(E[A-Z]{3,20}|[0-9][0-9A-Z]{4}|[A-Z]+(_[A-Z]+)+|not_found|conflict|invalid|unavailable|internal|rate_limited)$/,
};

/** Phone numbers and amounts are larger than counts, times and row ids. */
const MAX_NUMBER = 1_000_000;

function keepAllowed(said: Record<string, unknown>, depth: number): Record<string, unknown> {
  const entries = Object.entries(said).flatMap(([key, value]): [string, unknown][] => {
    if (!/^[a-zA-Z]{1,30}$/.test(key)) return [];
    if (typeof value === "boolean") return [[key, value]];
    if (typeof value === "number") return Math.abs(value) < MAX_NUMBER ? [[key, value]] : [];
    if (typeof value === "string") return scrubText(key, value);
    return isObject(value) && depth < 4 ? [[key, keepAllowed(value, depth + 1)]] : [];
  });
  return Object.fromEntries(entries);
}

function scrubText(key: string, value: string): [string, unknown][] {
  if (key === "query") return [[key, scrubStatement(value)]];
  if (key === "stack") return [[key, listStackFrames(value)]];
  return ALLOWED_PATTERNS[key]?.test(value) && value.length <= 60 ? [[key, value]] : [];
}

/** Lists the frames of a stack in the portal's folders. */
function listStackFrames(stack: string): string[] {
  return [
    ...stack.matchAll(
      /^\s+at (?:async )?(?:[\w.<>$ [\]]+ \()?(?:\S*?\/)?((?:lib|app|db|bin|node_modules|\.next)\/[\w@()[\]./-]+|node:[\w/]+)(:\d+:\d+)\)?$/gm,
    ),
  ]
    .map(([, file = "", at = ""]) => file + at)
    .slice(0, 20);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
