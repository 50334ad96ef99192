// Exits with 0 when the process beside it is ready, for orchestrators that probe by a command.
const { PORT = "3000", METRICS_PORT, PORTAL_ROLES = "web" } = process.env;
const port = PORTAL_ROLES.includes("web") ? PORT : METRICS_PORT;
const response = await fetch(`http://127.0.0.1:${port}/api/ready`, {
  signal: AbortSignal.timeout(7_000),
}).catch(() => undefined);
const word = (await response?.text().catch(() => undefined))?.trim();
process.stdout.write(`${word ?? `no response on port ${port}`}\n`);
process.exitCode = response?.ok ? 0 : 1;

export {};
