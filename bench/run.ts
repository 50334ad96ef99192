import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import "#bin/quick-imports";

/** `npm run bench [-- NAME [options]]`: runs one benchmark of this folder; without a name all of them, one after the other. */
const [name, ...args] = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "run.ts")
  .map((file) => file.slice(0, -3));

if (name === undefined) {
  const codes = names.map((each) => {
    console.log(`\n${each}`);
    return spawnSync(process.execPath, [...process.execArgv, import.meta.filename, each], {
      stdio: "inherit",
    });
  });
  process.exitCode = codes.some(({ status }) => status !== 0) ? 1 : 0;
} else if (names.includes(name)) {
  const { run } = (await import(resolve(import.meta.dirname, `${name}.ts`))) as Benchmark;
  process.exitCode = await run(args);
} else {
  console.error(`Usage: npm run bench [-- NAME [options]]; NAME is one of ${names.join(", ")}.`);
  process.exitCode = 1;
}

interface Benchmark {
  run(args: string[]): number | Promise<number>;
}
