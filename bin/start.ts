import "./load-env.ts";
import { parseArgs } from "node:util";
import type { Portal } from "./start/start-portal.ts";

const { values: flags } = parseArgs({
  options: {
    /** Compiles pages on request, and again when they change. */
    dev: { type: "boolean", default: false },
    /** For a child process: ends at once when its standard input ends, so as never to outlive its parent. */
    attached: { type: "boolean", default: false },
  },
});
Object.assign(process.env, { NODE_ENV: flags.dev ? "development" : "production" });
if (flags.attached) process.stdin.resume().once("close", () => process.exit(1));

const { startPortal } = await import("./start/start-portal.ts");
const { onSignal } = await import("./start/on-signal.ts");
const { describeStartError } = await import("./start/describe-start-error.ts");

let portal: Portal | undefined;
// From the beginning: as process 1 of a container, one without a handler ignores signals.
onSignal(async () => portal?.stop());
try {
  portal = await startPortal({ dev: flags.dev });
  console.log(portal.url ? `portal ready ${portal.url}` : "worker ready");
} catch (error) {
  console.error(describeStartError(error));
  process.exit(1);
}
