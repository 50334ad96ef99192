import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { anyFreePort } from "#db/embedded/free-port";
import { confirmedSession } from "#lib/account/testing/people";
import { TEST_NUMBERS } from "#lib/api/test-mode/outcomes";
import { addEndpoint } from "#lib/webhook/endpoints";
import { testEndpoint } from "#lib/webhook/send-by-hand";
import { ROOT } from "../../../bin/root.ts";
import { expect, test } from "../fixtures.ts";

const run = promisify(execFile);
const page = readFileSync(join(ROOT, "docs/programmers.md"), "utf8");
const blocks = [...page.matchAll(/```(sh|json|ts)\n([\s\S]*?)```/g)].map(([, kind, text = ""]) => ({
  kind,
  text,
}));

/** The program of the page that has this name there, as a file beneath the project, so that it finds its packages. */
function program(dir: string, name: string, more = ""): string {
  const text = blocks.filter(({ kind }) => kind === "ts")[name === "buy.mts" ? 0 : 1]?.text ?? "";
  expect(page).toContain(name);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), text + more);
  return join(dir, name);
}

test("every command of the page for programmers answers as the page shows", async ({ portal }) => {
  const { url, token } = await portal.open({ test: true });
  let told: unknown;
  let compared = 0;
  for (const { kind, text } of blocks) {
    if (kind === "sh")
      for (const command of text.split(/^(?=curl)/m).filter((part) => part.startsWith("curl"))) {
        const { stdout } = await run("sh", ["-c", command], {
          env: { ...process.env, PORTAL: url, TOKEN: token },
        });
        told = JSON.parse(stdout);
        expect(told).toHaveProperty(stdout.includes('"errors"') ? "errors" : "data");
      }
    if (kind !== "json") continue;
    expect(shape(told)).toEqual(shape(JSON.parse(text)));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(2);
});

/** What a program relies on: names, kinds of values, states, and the words of refusals. */
function shape(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => (name === "ref" ? one : shape(one)));
  if (typeof value !== "object" || value === null) return name === "Status" ? value : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one, key)]));
}

test("the numbers that the page names are those that a test token knows", () => {
  const named = [...page.matchAll(/^\| (\d{4}) /gm)].map(([, digits]) => digits);
  expect(named.sort()).toEqual(Object.keys(TEST_NUMBERS).sort());
});

test("the page's way to buy charges once however often it is called, and tells failures from refusals", async ({
  portal,
}, info) => {
  const real = await portal.open();
  const trial = await portal.open({ test: true });
  const [ref, number] = ["process.argv[2]", "process.argv[3]"];
  const file = program(
    info.outputDir,
    "buy.mts",
    `\nconsole.log(JSON.stringify(await buy(${ref}, { plan: 1, mobile_number: ${number}, network: 1 })));`,
  );
  const buy = async ({ url, token }: typeof real, ...args: string[]) => {
    const env = { ...process.env, PORTAL: url, TOKEN: token };
    const { stdout } = await run(process.execPath, [file, ...args], { env });
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

test("the page's way to receive messages takes the portal's and refuses others", async ({ portal }, info) => {
  const { database } = portal.system;
  const { resellerId } = await portal.open();
  const [row] = await database.sql`select email from accounts where id = ${resellerId}`;
  const sessionId = await confirmedSession(database, resellerId);
  const ctx = database.ctx({ kind: "reseller", id: resellerId, email: row?.email, level: "api", sessionId });
  const port = await anyFreePort();
  const address = `http://127.0.0.1:${port}/`;
  const { id, secret } = await addEndpoint(ctx, { url: address, events: ["purchases"] });
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  const receiver = spawn(process.execPath, [program(info.outputDir, "receive.mts")], { env });
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
    await testEndpoint(ctx, { id });
    expect(JSON.parse((await said.next()).value ?? "")).toMatchObject({ type: "webhook.test" });
  } finally {
    const gone = once(receiver, "exit");
    receiver.kill();
    await gone;
  }
});
