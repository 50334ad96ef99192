// Ends with 0 when the process beside it can be given work, for orchestrators that ask by a command.
const { PORT = "3000", METRICS_PORT, PORTAL_ROLES = "web" } = process.env;
const port = PORTAL_ROLES.includes("web") ? PORT : METRICS_PORT;
const answer = await fetch(`http://127.0.0.1:${port}/api/ready`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => undefined);
const word = (await answer?.text().catch(() => undefined))?.trim();
process.stdout.write(`${word ?? `nobody answers on port ${port}`}\n`);
process.exitCode = answer?.ok ? 0 : 1;

export {};
