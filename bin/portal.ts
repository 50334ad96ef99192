import "./load-env.ts";

const { runCommandLine } = await import("./portal/run.ts");
process.exitCode = await runCommandLine(process.argv.slice(2));
