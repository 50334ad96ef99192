import "./load-env.ts";
import { run } from "./portal/run.ts";

process.exitCode = await run(process.argv.slice(2));
