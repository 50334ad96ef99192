import { openPool } from "#db/driver/open-pool";
import { log } from "#lib/core/log";

const TRANSACTION_MODE =
  "DATABASE_URL leads to a pooler in transaction mode, where listening, locks and prepared statements don't work. " +
  "Set pool_mode = session there, or name the database's own address (docs/operate/scale.md#pooler).";

/** A time-out that a connection requests, in ms, which isn't a default of any server. */
const PROBE_TIMEOUT_MS = 29_999;

/**
 * Checks that each connection has a session of its own, as no pooler in transaction mode gives it: while a
 * second connection is in a transaction, the first one finds its session again. Warns of a pooler that
 * ignores the portal's time-outs.
 * @throws Error in words for the operator.
 */
export async function checkPooler(url: string): Promise<void> {
  const connection = { application_name: "portal-check", statement_timeout: PROBE_TIMEOUT_MS };
  const [first, second] = [openPool(url, { max: 1, connection }), openPool(url, { max: 1, connection })];
  const readSession = `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout`;
  try {
    const [before] = await first.unsafe(readSession);
    const sessions = await second.begin(async (transaction) => {
      const [other] = await transaction.unsafe(readSession);
      const [after] = await first.unsafe(readSession);
      return { other: other?.pid, after: after?.pid };
    });
    if (sessions.other === before?.pid || sessions.after !== before?.pid) throw new Error(TRANSACTION_MODE);
    if (before?.timeout !== `${PROBE_TIMEOUT_MS}ms`)
      log.warn("pooler.timeouts_ignored", { statement_timeout: before?.timeout });
  } catch (error) {
    throw explainConnectionError(error);
  } finally {
    await Promise.all([first, second].map((sql) => sql.end({ timeout: 1 })));
  }
}

/**
 * Returns an error in words for what a pooler or a server says of the parameters of a connection;
 * without a cause, whose code would be that of a lost connection.
 */
export function explainConnectionError(error: unknown): unknown {
  const { message } = error instanceof Error ? error : { message: "" };
  if (/statement pooling mode/i.test(message)) return new Error(TRANSACTION_MODE);
  const [, unknown] = /unrecognized configuration parameter "([^"]+)"/.exec(message) ?? [];
  if (unknown)
    return new Error(`PostgreSQL doesn't know the parameter ${unknown} of DATABASE_URL. Remove it there.`);
  const [, name] = /unsupported startup parameter:? "?(\w+)/i.exec(message) ?? [];
  if (!name) return error;
  return new Error(
    `The pooler in DATABASE_URL rejects the parameter ${name}. Set ignore_startup_parameters there (docs/operate/scale.md#pooler).`,
  );
}
