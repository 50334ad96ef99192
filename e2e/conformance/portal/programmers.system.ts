import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { ROOT } from "#bin/root";
import { getFreePort } from "#db/embedded/free-port";
import { expect, test } from "#e2e/conformance/fixtures";
import { TEST_NUMBERS } from "#lib/api/test-mode/test-outcomes";
import { asReseller } from "#lib/testing/scene";
import { addEndpoint } from "#lib/webhook/endpoints";
import { sendTestEvent } from "#lib/webhook/send-manually";

const execFileAsync = promisify(execFile);
const page = readFileSync(join(ROOT, "docs/programmers.md"), "utf8");
const codeBlocks = [...page.matchAll(/```(sh|json|ts)\n([\s\S]*?)```/g)].map(([, kind, text = ""]) => ({
  kind,
  text,
}));

/** The program of the page that has this name there, as a file beneath the project, so that it finds its packages. */
function writeProgram(dir: string, name: string, more = ""): string {
  const text = codeBlocks.filter(({ kind }) => kind === "ts")[name === "buy.mts" ? 0 : 1]?.text ?? "";
  expect(page).toContain(name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), text + more);
  return join(dir, name);
}

test("every command of the page for programmers answers as the page shows", async ({ portal }) => {
  const { url, token } = await portal.open({ test: true });
  let response: unknown;
  let compared = 0;
  for (const { kind, text } of codeBlocks) {
    if (kind === "sh")
      for (const command of text.split(/^(?=curl)/m).filter((part) => part.startsWith("curl"))) {
        const { stdout } = await execFileAsync("sh", ["-c", command], {
          env: { ...process.env, PORTAL: url, TOKEN: token },
        });
        response = JSON.parse(stdout);
        expect(response).toHaveProperty(stdout.includes('"errors"') ? "errors" : "data");
      }
    if (kind !== "json") continue;
    expect(describeShape(response)).toEqual(describeShape(JSON.parse(text)));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(2);
});

/** Describes the parts of a response that clients rely on: names, types of values and states. */
function describeShape(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => (name === "ref" ? item : describeShape(item)));
  if (typeof value !== "object" || value === null) return name === "Status" ? value : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, describeShape(item, key)]));
}

test("the numbers that the page names are those that a test token knows", () => {
  const named = [...page.matchAll(/^\| (\d{4}) /gm)].map(([, digits]) => digits);
  expect(named.sort()).toEqual(Object.keys(TEST_NUMBERS).sort());
});

test("charges once with the page's purchase example, however often it runs, and tells failures from rejections", async ({
  portal,
}, info) => {
  const real = await portal.open();
  const trial = await portal.open({ test: true });
  const [ref, number] = ["process.argv[2]", "process.argv[3]"];
  const file = writeProgram(
    info.outputDir,
    "buy.mts",
    `\nconsole.log(JSON.stringify(await buy(${ref}, { plan: 1, mobile_number: ${number}, network: 1 })));`,
  );
  const buy = async ({ url, token }: typeof real, ...args: string[]) => {
    const env = { ...process.env, PORTAL: url, TOKEN: token };
    const { stdout } = await execFileAsync(process.execPath, [file, ...args], { env });
    return JSON.parse(stdout);
  };
  const first = await buy(real, "mine-1", "08031234567");
  expect(first).toMatchObject({ Status: "successful" });
  expect(await buy(real, "mine-1", "08031234567")).toEqual(first);
  expect(await buy(trial, "mine-2", "08031230001")).toMatchObject({ Status: "failed" });
  await expect(buy(trial, "mine-3", "08031230014")).rejects.toThrow("Insufficient wallet balance!");
  for (const lost of ["", ".", ".."])
    await expect(buy(real, lost, "08031234567")).rejects.toThrow("Not a valid reference");
});

test("accepts the portal's events and rejects others with the page's webhook example", async ({
  portal,
}, info) => {
  const { database } = portal.system;
  const { resellerId } = await portal.open();
  const ctx = await asReseller(database.systemCtx, resellerId);
  const port = await getFreePort();
  const address = `http://127.0.0.1:${port}/`;
  const { id, secret } = await addEndpoint(ctx, { url: address, events: ["purchases"] });
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const receiver = spawn(process.execPath, [writeProgram(info.outputDir, "receive.mts")], { env });
  const said = createInterface(receiver.stdout)[Symbol.asyncIterator]();
  try {
    await expect
      .poll(() =>
        fetch(address, { method: "POST", body: "{}" }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(401);
    await sendTestEvent(ctx, { id });
    expect(JSON.parse((await said.next()).value ?? "")).toMatchObject({ type: "webhook.test" });
  } finally {
    const gone = once(receiver, "exit");
    receiver.kill();
    await gone;
  }
});
