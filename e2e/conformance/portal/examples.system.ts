import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "#e2e/conformance/fixtures";
import { type ExampleProgram, INSTALL_MS, installLanguage } from "#e2e/languages";
import { EXAMPLE_LANGUAGES, type ExampleLanguage, formatRequestExample } from "#lib/api/openapi/examples";
import { OPERATIONS } from "#lib/api/openapi/operations";

const run = promisify(execFile);

const PROGRAMS: Record<ExampleLanguage, { program: ExampleProgram; file: string }> = {
  curl: { program: "sh", file: "example.sh" },
  Node: { program: "node", file: "example.mjs" },
  Python: { program: "python3", file: "example.py" },
  PHP: { program: "php", file: "example.php" },
};

for (const language of EXAMPLE_LANGUAGES) {
  const tag = language === "curl" ? [] : ["@prove"];
  test(`runs the examples in ${language}`, { tag }, async ({ portal }, info) => {
    info.setTimeout(info.timeout + INSTALL_MS);
    await installLanguage(PROGRAMS[language].program);
    const { url, token } = await portal.open();
    const dir = mkdtempSync(join(tmpdir(), "example-"));
    const { program, file } = PROGRAMS[language];
    for (const operation of OPERATIONS) {
      writeFileSync(join(dir, file), formatRequestExample(operation, language, url, token));
      const { stdout } = await run(program === "node" ? process.execPath : program, [join(dir, file)]);
      const answer = JSON.parse(stdout);
      expect(operation.answers[200]?.schema?.safeParse(answer)).toMatchObject({ success: true });
    }
    rmSync(dir, { recursive: true });
  });
}

test("serves the API description without a token", async ({ portal }) => {
  const answer = await fetch(`${portal.service.usual.url}/api/openapi.json`);
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0", paths: { "/api/data/{ref}": { post: {} } } });
});
