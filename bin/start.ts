import "./load-env.ts";
import { parseArgs } from "node:util";

const { values: flags } = parseArgs({
  options: {
    /** Compiles pages on request, and again when they change. */
    dev: { type: "boolean", default: false },
    /** For a child process: ends at once when its standard input ends, so that it never outlives its parent. */
    attached: { type: "boolean", default: false },
  },
});
Object.assign(process.env, { NODE_ENV: flags.dev ? "development" : "production" });
if (flags.attached) process.stdin.resume().once("close", () => process.exit(1));

const { startPortal } = await import("./start/start-portal.ts");
const { onSignal } = await import("./start/on-signal.ts");
const { describeStartError } = await import("./start/describe-start-error.ts");

try {
  const portal = await startPortal({ dev: flags.dev });
  onSignal(() => portal.stop());
  console.log(portal.url ? `portal ready ${portal.url}` : "worker ready");
} catch (error) {
  console.error(describeStartError(error));
  process.exit(1);
}
