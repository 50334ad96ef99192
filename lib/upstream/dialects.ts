import type { Dialect } from "./dialect.ts";
import { standardDialect } from "./dialects/standard/standard.ts";

/** All dialects; the first is a supplier's unless an admin selects another. */
export const DIALECTS: readonly [Dialect, ...Dialect[]] = [standardDialect];

/** @returns undefined when the portal doesn't have it (any more) */
export const findDialect = (name: string): Dialect | undefined =>
  DIALECTS.find((dialect) => dialect.name === name);

/** @throws Error when the portal doesn't have it */
export function getDialect(name: string): Dialect {
  const dialect = findDialect(name);
  if (dialect) return dialect;
  throw new Error(
    `There is no dialect “${name}” of the upstream: ${DIALECTS.map((d) => d.name).join(", ")}.`,
  );
}
