import { dailyLimitLabel, isPendingApproval } from "#lib/audit/approval-request";
import { CONFIRM_FIELD } from "#lib/audit/require-confirmation";
import { toProblem } from "./problem.ts";

export interface RowResult {
  /** `not_possible`: rejected without a change; `failed`: an unexpected error, may be retried. */
  came: "done" | "waits" | "not_possible" | "failed";
  /** The reason, if it isn't done or awaits approval; or the finding. */
  explanation?: string;
}

/** The results of many rows: a summary, and each by its name. */
export interface RowResults {
  message: string;
  rows: Record<string, RowResult>;
}

/**
 * Runs `act` for each row in sequence, each in its own transaction, and continues after an error. A row is
 * its name, and the version seen where the service function requires it ("DT12 3"); a duplicate runs once.
 * Stops when the database is unavailable. The `message` of a result becomes the row's text.
 */
export async function runPerRow(
  rows: readonly string[],
  act: (name: string, version: string) => Promise<unknown>,
): Promise<RowResults> {
  const answers = new Map<string, RowResult>();
  let away: string | undefined;
  for (const row of rows) {
    const [name = "", version = ""] = row.split(" ");
    if (answers.has(name)) continue;
    if (away !== undefined) {
      answers.set(name, { came: "failed", explanation: `Not attempted. ${away}` });
      continue;
    }
    try {
      answers.set(name, toRowResult(await act(name, version)));
    } catch (error) {
      const { code, message, fields } = toProblem(error);
      // Nothing was attempted yet: the form asks for the password first.
      if (fields[CONFIRM_FIELD]) throw error;
      if (code === "unavailable") away = message;
      const broke = code === "unavailable" || code === "internal";
      const explanation = Object.values(fields).flat()[0] ?? message;
      answers.set(name, { came: broke ? "failed" : "not_possible", explanation });
    }
  }
  return { message: summariseResults([...answers.values()]), rows: Object.fromEntries(answers) };
}

function toRowResult(done: unknown): RowResult {
  if (isPendingApproval(done))
    return { came: "waits", ...(done.day && { explanation: dailyLimitLabel(done.day, "you") }) };
  const message: unknown =
    typeof done === "object" && done !== null ? Reflect.get(done, "message") : undefined;
  return { came: "done", ...(typeof message === "string" && { explanation: message }) };
}

/** "11 done, 1 not possible." */
function summariseResults(answers: readonly RowResult[]): string {
  const formatCount = (came: RowResult["came"], label: string) => {
    const count = answers.filter((answer) => answer.came === came).length;
    return count > 0 ? [`${count} ${label}`] : [];
  };
  const parts = [
    ...formatCount("done", "done"),
    ...formatCount("waits", "awaiting approval"),
    ...formatCount("not_possible", "not possible"),
    ...formatCount("failed", "failed"),
  ];
  return `${parts.join(", ")}.`;
}
