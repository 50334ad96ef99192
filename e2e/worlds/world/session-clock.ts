import { buildStatement } from "../wire/batches.ts";

/** The world's time in a session of the database. */
export class SessionClock {
  /** The time that the session has; undefined where a rollback may have put it back. */
  #told: number | undefined;

  /** Has the time be set again before the next statement. */
  reset(): void {
    this.#told = undefined;
  }

  /**
   * Builds statements that give the session the world's time: of its transaction where none is open, and of its clock.
   * @returns undefined where the session has it already
   */
  tell(now: number, isInTransaction: boolean): Buffer | undefined {
    if (this.#told === now) return undefined;
    this.#told = now;
    const at = new Date(now).toISOString();
    return buildStatement(`${isInTransaction ? "" : `set world.now='${at}';`}set world.clock='${at}'`);
  }
}
