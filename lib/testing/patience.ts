/**
 * How long a test waits for something before it counts as hanging, in milliseconds. A guard, not a measure: even a
 * slow machine under load must stay far below it. `TEST_PATIENCE_S` shortens it where tests are expected to fail.
 */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_S ?? 180) * 1000;
