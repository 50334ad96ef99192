import "./load-env.ts";

const { run } = await import("./portal/run.ts");
process.exitCode = await run(process.argv.slice(2));
