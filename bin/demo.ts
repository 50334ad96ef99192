import "./load-env.ts";

/** Started first, stopped last. */
const stops: (() => unknown)[] = [];

try {
  const { runDemo } = await import("./demo/run-demo.ts");
  await runDemo(process.argv.includes("--dev"), stops);
} catch (error) {
  const { describeStartError } = await import("./start/describe-start-error.ts");
  console.error(`\n${describeStartError(error)}`);
  for (const stop of stops.reverse()) await stop();
  process.exit(1);
}
