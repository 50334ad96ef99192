import { dayWords, isWaiting } from "#lib/audit/second-admin";
import { problemOf } from "./problem.ts";

/** What came of one row. */
export interface RowAnswer {
  /** `not_possible`: it was refused, and nothing of it was done; `failed`: it broke, and may be tried again. */
  came: "done" | "waits" | "not_possible" | "failed";
  /** Why, where it was not done, or waits for what was done before; or what was found. */
  words?: string;
}

/** What came of many rows: in one sentence, and of each by its name. */
export interface RowAnswers {
  said: string;
  rows: Record<string, RowAnswer>;
}

/**
 * Does the same with each row, one after the other, each in its own transaction: what is refused for one stops no other.
 * A row is its name, and the version that was seen of it where its verb asks for that ("DT12 3"); twice is once. Once the
 * database is away the rest is not tried. What `act` answers as `said` is told of its row.
 */
export async function perRow(
  rows: readonly string[],
  act: (name: string, version: string) => Promise<unknown>,
): Promise<RowAnswers> {
  const answers = new Map<string, RowAnswer>();
  let away: string | undefined;
  for (const row of rows) {
    const [name = "", version = ""] = row.split(" ");
    if (answers.has(name)) continue;
    if (away !== undefined) {
      answers.set(name, { came: "failed", words: `Not tried. ${away}` });
      continue;
    }
    try {
      answers.set(name, cameOf(await act(name, version)));
    } catch (error) {
      const { code, message, fields } = problemOf(error);
      if (code === "unavailable") away = message;
      const broke = code === "unavailable" || code === "internal";
      const words = Object.values(fields).flat()[0] ?? message;
      answers.set(name, { came: broke ? "failed" : "not_possible", words });
    }
  }
  return { said: sum([...answers.values()]), rows: Object.fromEntries(answers) };
}

function cameOf(done: unknown): RowAnswer {
  if (isWaiting(done)) return { came: "waits", ...(done.day && { words: dayWords(done.day, "you") }) };
  const said: unknown = typeof done === "object" && done !== null ? Reflect.get(done, "said") : undefined;
  return { came: "done", ...(typeof said === "string" && { words: said }) };
}

/** "11 done, 1 not possible." */
function sum(answers: readonly RowAnswer[]): string {
  const of = (came: RowAnswer["came"], words: string) => {
    const count = answers.filter((answer) => answer.came === came).length;
    return count > 0 ? [`${count} ${words}`] : [];
  };
  const parts = [
    ...of("done", "done"),
    ...of("waits", "for a second admin"),
    ...of("not_possible", "not possible"),
    ...of("failed", "failed"),
  ];
  return `${parts.join(", ")}.`;
}
