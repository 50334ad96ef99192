import "./load-env.ts";
import { describeStartError } from "./start/describe-start-error.ts";

/** Started first, stopped last. */
const stops: (() => unknown)[] = [];

try {
  const { runDemo } = await import("./demo/run-demo.ts");
  await runDemo(process.argv.includes("--dev"), stops);
} catch (error) {
  console.error(`\n${describeStartError(error)}`);
  for (const stop of stops.reverse()) await stop();
  process.exit(1);
}
