import { describeError } from "#bin/portal/describe-error";
import { findDatabaseProblems } from "#db/database-problems";
import type { Finding } from "./checks.ts";

/** Checks whether the database can be reached, and what harms the portal in it. */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const title = "Database";
  try {
    const problems = await findDatabaseProblems(url);
    if (problems.length === 0) return [{ title }];
    return problems.map(({ problem, minor }) => ({ title, problem, minor }));
  } catch (error) {
    return [{ title, problem: describeError(error) }];
  }
}
