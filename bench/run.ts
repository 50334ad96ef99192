import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** `npm run bench -- NAME [options]`: runs one benchmark of this folder. */
const [name = "", ...args] = process.argv.slice(2);
const file = resolve(import.meta.dirname, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
  console.error("Usage: npm run bench -- NAME [options]; see the files of bench/.");
  process.exit(1);
}
const { run } = (await import(file)) as { run(args: string[]): number | Promise<number> };
process.exitCode = await run(args);
