import { setTimeout as pause } from "node:timers/promises";
import type postgres from "postgres";

/** The processes of the server that stand still. */
const halted = new Set<number>();

/** Lets all of them continue: the server would wait for them when it ends. */
export function wakeHalted(): void {
  for (const pid of halted) wake(pid);
}
process.on("exit", wakeHalted);

function wake(pid: number): void {
  if (!halted.delete(pid)) return;
  try {
    process.kill(pid, "SIGCONT");
  } catch {
    // It's gone; others may still stand.
  }
}

/** The process of the server that serves one connection. */
export class ServerProcess {
  readonly #observer: postgres.Sql;
  /** Given by the server when the connection opens. */
  pid = 0;

  constructor(observer: postgres.Sql) {
    this.#observer = observer;
  }

  /** Whether it waits for a lock of another transaction. */
  async isBlocked(): Promise<boolean> {
    const [row] = await this.#observer`select cardinality(pg_blocking_pids(${this.pid})) > 0 as blocked`;
    return row?.blocked === true;
  }

  /** Lets it stand still: of two that wait for one lock, the faster would have it next. */
  halt(): void {
    process.kill(this.pid, "SIGSTOP");
    halted.add(this.pid);
  }

  wake(): void {
    wake(this.pid);
  }

  /** Ends a statement that waits for a lock, as the server's own time limit does. */
  async cancel(): Promise<void> {
    await this.#observer`select pg_cancel_backend(${this.pid})`;
  }

  /** Waits until it has ended, and its locks are free. */
  async awaitEnd(): Promise<void> {
    for (;;) {
      const [row] = await this.#observer`select 1 from pg_stat_activity where pid = ${this.pid}`;
      if (!row) return;
      await pause(1);
    }
  }
}
