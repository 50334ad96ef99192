/** Two signals this close together are one Ctrl-C that arrived twice: from the terminal, and through npm. */
const DUPLICATE_SIGNAL_MS = 1_000;

/** Runs `stop` at the first SIGTERM or SIGINT , then exits with 0; at a second one it exits at once. */
export function onSignal(stop: () => Promise<void>): void {
  let stoppedAt: number | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (stoppedAt !== undefined) {
        if (performance.now() - stoppedAt > DUPLICATE_SIGNAL_MS) process.exit(1);
        return;
      }
      stoppedAt = performance.now();
      await stop().catch((error) => console.error(error));
      process.exit(0);
    });
  }
}
