import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { expect, test } from "#e2e/conformance/fixtures";
import { EXAMPLE_LANGUAGES, type ExampleLanguage, formatRequestExample } from "#lib/api/examples";
import { OPERATIONS } from "#lib/api/operations";
import { formatVerifyExample } from "#lib/api/verify-examples";

const run = promisify(execFile);

const PROGRAMS: Record<ExampleLanguage, { program: string; check: string[]; file: string }> = {
  curl: { program: "sh", check: ["-c", "curl --version"], file: "example.sh" },
  TypeScript: { program: process.execPath, check: ["--version"], file: "example.mts" },
  Python: { program: "python3", check: ["--version"], file: "example.py" },
  PHP: { program: "php", check: ["--version"], file: "example.php" },
};

const installedLanguages = EXAMPLE_LANGUAGES.filter((language) => {
  const { program, check } = PROGRAMS[language];
  return spawnSync(program, check, { stdio: "ignore" }).status === 0;
});

for (const language of installedLanguages) {
  test(`runs the examples in ${language}`, async ({ portal }) => {
    const { url, token } = await portal.open();
    const dir = mkdtempSync(join(tmpdir(), "example-"));
    const { program, file } = PROGRAMS[language];
    for (const operation of OPERATIONS) {
      writeFileSync(join(dir, file), formatRequestExample(operation, language, url, token));
      const { stdout } = await run(program, [join(dir, file)]);
      const answer = JSON.parse(stdout);
      expect(operation.answers[200]?.schema?.safeParse(answer)).toMatchObject({ success: true });
    }
    rmSync(dir, { recursive: true });
  });
}

/** The code around each language's example; it prints the type of an accepted event. */
const SURROUNDING_CODE = {
  TypeScript: ({ body, headers }: TestMessage, code: string) =>
    `${code}\nfunction given() { return ${JSON.stringify({ body, headers })}; }\nconsole.log(message.type);`.replace(
      "rawBody, headers",
      "given().body, given().headers",
    ),
  Python: ({ body, headers }: TestMessage, code: string) =>
    `raw_body = ${JSON.stringify(body)}.encode()\nheaders = ${JSON.stringify(headers)}\n${code}\nprint(message["type"])`,
  PHP: ({ body, headers }: TestMessage, code: string) =>
    code
      .replace(
        "<?php",
        `<?php\n$rawBody = '${body}';\n$headers = json_decode('${JSON.stringify(headers)}', true);`,
      )
      .concat('\necho $message["type"];'),
};

interface TestMessage {
  body: string;
  headers: Record<string, string>;
}

for (const language of installedLanguages.filter((language) => language !== "curl")) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  test(`accepts only signed events in the ${language} example`, async ({}, info) => {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const body = JSON.stringify({ type: "webhook.test", data: { message: "It works. ₦" } });
    const at = (agoS: number): TestMessage => {
      const sent = new Date(Date.now() - agoS * 1000);
      const headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(sent.getTime() / 1000)),
        "webhook-signature": `v1,AAAA ${new Webhook(secret).sign("msg_1", sent, body)}`,
      };
      return { body, headers };
    };
    // Beneath the project, so that TypeScript finds the library as a reader's project does.
    const dir = info.outputDir;
    mkdirSync(dir, { recursive: true });
    const { program, file } = PROGRAMS[language];
    const take = async (message: TestMessage) => {
      writeFileSync(
        join(dir, file),
        SURROUNDING_CODE[language](message, formatVerifyExample(language, secret)),
      );
      return run(program, [join(dir, file)]).then(
        ({ stdout }) => stdout.trim(),
        () => "refused",
      );
    };
    expect(await take(at(0))).toBe("webhook.test");
    expect(await take({ ...at(0), body: body.replace("works", "wrecks") })).toBe("refused");
    expect(await take(at(3_600))).toBe("refused");
  });
}

test("serves the API description without a token", async ({ portal }) => {
  const answer = await fetch(`${portal.service.usual.url}/api/openapi.json`);
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0", paths: { "/api/data/{ref}": { post: {} } } });
});
