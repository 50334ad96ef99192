import { magicNumbers } from "../sandbox/magic.ts";
import { startSandbox } from "../sandbox/server.ts";

const { SANDBOX_PORT, SANDBOX_CONTROL_PORT, SANDBOX_TOKEN, SANDBOX_LATENCY_MS, SANDBOX_MAGIC } = process.env;
const [from = 700, to = from] = (SANDBOX_LATENCY_MS ?? "700-1500").split("-").map(Number);

const sandbox = await startSandbox({
  port: Number(SANDBOX_PORT ?? 4010),
  controlPort: Number(SANDBOX_CONTROL_PORT ?? 4011),
  tokens: [{ token: SANDBOX_TOKEN ?? "sandbox-token" }],
  latencyMs: [from, to],
  magic: SANDBOX_MAGIC !== "0",
});

console.log(`sandbox ready ${sandbox.url} control ${sandbox.controlUrl}

  An upstream to try the portal against; all it knows is in memory.

  curl -H 'Authorization: Bearer ${SANDBOX_TOKEN ? "$SANDBOX_TOKEN" : sandbox.token}' ${sandbox.url}/api/data-plans-prices/filtered
  curl ${sandbox.controlUrl}/log                                    what really happened
  curl ${sandbox.controlUrl}/order -d '{"fault":"lost-answer"}'     what happens to the next purchase
  curl ${sandbox.controlUrl}/top-up -d '{"amountMinor":"500000n"}'  more money, in kobo

  The last digits of the phone number choose what happens at the first try${SANDBOX_MAGIC === "0" ? " (off now)" : ""}:
${Object.entries(magicNumbers)
  .map(([digits, { says }]) => `    …${digits}  ${says}`)
  .join("\n")}

  More in sandbox/README.md. Ctrl-C stops it.`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void sandbox.close();
  });
}
