/** A statement without the values that stand in it; those that were sent beside it are not in it anyway. */
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
 * What of a line of the log says nothing of anybody: its event, when, numbers and switches, and of errors their kind, code,
 * statement and places in the program. Messages and all other words are left out. Undefined where it is no such line.
 */
export function scrubLine(line: string): Record<string, unknown> | undefined {
  const from = line.indexOf("{");
  try {
    const said: unknown = JSON.parse(from < 0 ? "" : line.slice(from));
    if (!isObject(said) || typeof said.event !== "string") return undefined;
    return keep(said, 0);
  } catch {
    return undefined;
  }
}

/** Words of ours under these names. */
const OURS: Readonly<Record<string, RegExp>> = {
  at: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  level: /^(info|warn|error)$/,
  event: /^[a-z][a-z0-9_-]*([.:][a-z][a-z0-9_-]*)+$|^(console|job|node|next-auth)$/,
  name: /^([A-Z]\w*(Error|Warning)|FailedQuery)$/,
  code: /^(E[A-Z]{3,20}|[0-9][0-9A-Z]{4}|[A-Z]+(_[A-Z]+)+|not_found|conflict|invalid|unavailable|internal|rate_limited)$/,
};

/** Numbers of people and of their money are longer than counts, times and row numbers; so long are these at most. */
const MOST = 1_000_000;

function keep(said: Record<string, unknown>, depth: number): Record<string, unknown> {
  const kept = Object.entries(said).flatMap(([key, value]): [string, unknown][] => {
    if (!/^[a-zA-Z]{1,30}$/.test(key)) return [];
    if (typeof value === "boolean") return [[key, value]];
    if (typeof value === "number") return Math.abs(value) < MOST ? [[key, value]] : [];
    if (typeof value === "string") return text(key, value);
    return isObject(value) && depth < 4 ? [[key, keep(value, depth + 1)]] : [];
  });
  return Object.fromEntries(kept);
}

function text(key: string, value: string): [string, unknown][] {
  if (key === "query") return [[key, scrubStatement(value)]];
  if (key === "stack") return [[key, places(value)]];
  return OURS[key]?.test(value) && value.length <= 60 ? [[key, value]] : [];
}

/** Where an error came from, in the program's own folders. */
function places(stack: string): string[] {
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
