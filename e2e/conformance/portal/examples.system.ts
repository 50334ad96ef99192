import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { example, LANGUAGES, type Language } from "#lib/interface/examples";
import { OPERATIONS } from "#lib/interface/operations";
import { expect, test } from "../fixtures.ts";

const run = promisify(execFile);

const PROGRAMS: Record<Language, { program: string; check: string[]; file: string }> = {
  curl: { program: "sh", check: ["-c", "curl --version"], file: "example.sh" },
  TypeScript: { program: process.execPath, check: ["--version"], file: "example.mts" },
  Python: { program: "python3", check: ["--version"], file: "example.py" },
  PHP: { program: "php", check: ["--version"], file: "example.php" },
};

const here = LANGUAGES.filter((language) => {
  const { program, check } = PROGRAMS[language];
  return spawnSync(program, check, { stdio: "ignore" }).status === 0;
});

for (const language of here) {
  test(`the examples in ${language} do what they say`, async ({ portal }) => {
    const { url, token } = await portal.open();
    const dir = mkdtempSync(join(tmpdir(), "example-"));
    const { program, file } = PROGRAMS[language];
    for (const operation of OPERATIONS) {
      writeFileSync(join(dir, file), example(operation, language, url, token));
      const { stdout } = await run(program, [join(dir, file)]);
      const answer = JSON.parse(stdout);
      expect(operation.answers[200]?.schema.safeParse(answer)).toMatchObject({ success: true });
    }
    rmSync(dir, { recursive: true });
  });
}

test("the description is served to everyone", async ({ portal }) => {
  const answer = await fetch(`${portal.service.usual.url}/api/openapi.json`);
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0", paths: { "/api/data/{ref}": { post: {} } } });
});
