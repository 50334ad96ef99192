/** Runs `stop` at the first SIGTERM or SIGINT and then exits with 0; at a second one the process exits at once. */
export function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (stopping) process.exit(1);
      stopping = true;
      await stop().catch((error) => console.error(error));
      process.exit(0);
    });
  }
}
