import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { example, LANGUAGES, type Language } from "#lib/api/examples";
import { OPERATIONS } from "#lib/api/operations";
import { verifyExample } from "#lib/api/verify-examples";
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
      expect(operation.answers[200]?.schema?.safeParse(answer)).toMatchObject({ success: true });
    }
    rmSync(dir, { recursive: true });
  });
}

/** What the piece of each language finds around it, and what shows that it took the message. */
const AROUND = {
  TypeScript: ({ body, headers }: Message, code: string) =>
    `${code}\nfunction given() { return ${JSON.stringify({ body, headers })}; }\nconsole.log(message.type);`.replace(
      "rawBody, headers",
      "given().body, given().headers",
    ),
  Python: ({ body, headers }: Message, code: string) =>
    `raw_body = ${JSON.stringify(body)}.encode()\nheaders = ${JSON.stringify(headers)}\n${code}\nprint(message["type"])`,
  PHP: ({ body, headers }: Message, code: string) =>
    code
      .replace(
        "<?php",
        `<?php\n$rawBody = '${body}';\n$headers = json_decode('${JSON.stringify(headers)}', true);`,
      )
      .concat('\necho $message["type"];'),
};

interface Message {
  body: string;
  headers: Record<string, string>;
}

for (const language of here.filter((language) => language !== "curl")) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
  test(`what checks a message in ${language} takes what was signed, and nothing else`, async ({}, info) => {
    const secret = `whsec_${randomBytes(32).toString("base64")}`;
    const body = JSON.stringify({ type: "webhook.test", data: { message: "It works. ₦" } });
    const at = (agoS: number): Message => {
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
    const take = async (message: Message) => {
      writeFileSync(join(dir, file), AROUND[language](message, verifyExample(language, secret)));
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

test("the description is served to everyone", async ({ portal }) => {
  const answer = await fetch(`${portal.service.usual.url}/api/openapi.json`);
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0", paths: { "/api/data/{ref}": { post: {} } } });
});
