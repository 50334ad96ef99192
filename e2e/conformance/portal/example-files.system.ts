import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { ROOT } from "#bin/root";
import { getFreePort } from "#db/embedded/free-port";
import { startFaultyProxy } from "#e2e/conformance/faulty-proxy";
import { expect, test } from "#e2e/conformance/fixtures";
import { type ExampleProgram, INSTALL_MS, installLanguage } from "#e2e/languages";
import { asReseller } from "#lib/testing/scene";
import { addEndpoint } from "#lib/webhook/endpoints";
import { sendTestEvent } from "#lib/webhook/send-manually";

const execFileAsync = promisify(execFile);

const ENDINGS: Record<ExampleProgram, string> = { sh: "sh", node: "mjs", python3: "py", php: "php" };
const PROGRAMS = Object.keys(ENDINGS) as ExampleProgram[];

const getCommand = (program: ExampleProgram) => (program === "node" ? process.execPath : program);
const getFile = (program: ExampleProgram, name: string) => `${ROOT}examples/${name}.${ENDINGS[program]}`;

/** Runs an example to its end. @returns its output */
async function runExample(
  program: ExampleProgram,
  name: string,
  args: string[],
  { url, token }: { url: string; token: string },
) {
  const env = { ...process.env, PORTAL: url, TOKEN: token };
  const { stdout } = await execFileAsync(getCommand(program), [getFile(program, name), ...args], { env });
  return stdout;
}

/** The examples of a newcomer always run; those in other languages do the same in `npm run prove`. */
const tagOf = (program: ExampleProgram) => (program === "sh" ? [] : ["@prove"]);

for (const program of PROGRAMS) {
  test.describe(`examples in ${program}`, { tag: tagOf(program) }, () => {
    test.beforeAll(async ({ portal: _ }, info) => {
      info.setTimeout(INSTALL_MS);
      await installLanguage(program);
    });

    test(`read the balance and the plans, and reject a wrong token, in ${program}`, async ({ portal }) => {
      const account = await portal.open();
      expect(await runExample(program, "balance", [], account)).toContain('"held"');
      const plans = await runExample(program, "plans", ["1"], account);
      expect(plans).toContain("MTN");
      expect(plans).not.toContain("GLO");
      for (const name of ["balance", "plans"])
        await expect(runExample(program, name, [], { ...account, token: "wrong" })).rejects.toThrow(
          "Command failed",
        );
    });

    test(`buy once whatever fails on the way, in ${program}`, async ({ portal }) => {
      const account = await portal.open();
      const proxy = await startFaultyProxy(account.url);
      const ref = randomUUID();
      const buy = async () => {
        const order = [ref, "1", "08031234567", "1"];
        return JSON.parse(await runExample(program, "buy", order, { ...account, url: proxy.url }));
      };
      const retryAfter = { headers: { "Retry-After": "0" } };
      proxy.plan(
        { status: 429, ...retryAfter },
        { status: 422, ...retryAfter, body: { errors: { status: ["Service unavailable!."] } } },
        "lost response",
        { status: 503, ...retryAfter },
      );
      const bought = await buy();
      const purchase = bought.data ?? bought;
      expect(purchase).toMatchObject({ Status: "successful" });
      expect(proxy.requests()).toBe(5);
      expect(await buy()).toEqual(bought);
      const balance = await fetch(`${account.url}/api/balance`, {
        headers: { Authorization: `Bearer ${account.token}` },
      });
      expect(await balance.json()).toEqual({ data: { balance: purchase.balance_after, held: "0.00" } });
      proxy.close();
    });

    test(`tell a failed purchase from a rejected one, in ${program}`, async ({ portal }) => {
      const trial = await portal.open({ test: true });
      const buy = (ref: string, number: string) => runExample(program, "buy", [ref, "1", number, "1"], trial);
      expect(await buy("fails", "08031230001")).toContain("failed");
      await expect(buy("rejected", "08031230014")).rejects.toThrow("Insufficient wallet balance!");
      for (const ref of ["", ".", "..", "a/b"])
        await expect(buy(ref, "08031234567")).rejects.toThrow("Not a valid reference");
    });
  });
}

for (const program of PROGRAMS.filter((program) => program !== "sh"))
  test(
    `receives the portal's events and rejects others in ${program}`,
    {
      tag: tagOf(program),
    },
    async ({ portal }, info) => {
      info.setTimeout(info.timeout + INSTALL_MS);
      await Promise.all([installLanguage(program), installLanguage("sh")]);
      const { database } = portal.system;
      const { resellerId } = await portal.open();
      const ctx = await asReseller(database.systemCtx, resellerId);
      const port = await getFreePort();
      const address = `http://127.0.0.1:${port}/`;
      const { id, secret } = await addEndpoint(ctx, { url: address, events: ["purchases"] });
      const receiver = startReceiver(program, port, secret);
      const output = createInterface((program === "php" ? receiver.stderr : receiver.stdout) as never);
      const events: string[] = [];
      output.on("line", (line) => events.push(line));
      try {
        await expect.poll(() => post(address, {}, "{}").catch(() => 0)).toBe(401);
        await sendTestEvent(ctx, { id });
        await expect.poll(() => events.join("\n")).toContain("webhook.test");
        const body = JSON.stringify({ type: "webhook.test", data: { message: "It works. ₦" } });
        expect(await post(address, sign(body, secret), body)).toBe(204);
        const forged = sign(body, `whsec_${randomBytes(32).toString("base64")}`);
        expect(await post(address, forged, body)).toBe(401);
        const both = `${forged["webhook-signature"]} ${sign(body, secret)["webhook-signature"]}`;
        expect(await post(address, { ...sign(body, secret), "webhook-signature": both }, body)).toBe(204);
        expect(await post(address, sign(body, secret), body.replace("works", "wrecks"))).toBe(401);
        const late = await fetch(address, { method: "POST", headers: sign(body, secret, 3_600), body });
        expect([late.status, await late.text()]).toEqual([
          401,
          expect.stringMatching(/^timestamp is 360\d s off: set the clock$/),
        ]);
        expect(await sendByCurl(address, secret)).toBe("204");
        expect(await sendByCurl(address, `whsec_${randomBytes(32).toString("base64")}`)).toBe("401");
      } finally {
        const ended = once(receiver, "exit");
        receiver.kill();
        await ended;
      }
    },
  );

function startReceiver(program: ExampleProgram, port: number, secret: string): ChildProcess {
  const file = getFile(program, "webhook");
  const args = program === "php" ? ["-S", `127.0.0.1:${port}`, file] : [file];
  return spawn(getCommand(program), args, {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function sendByCurl(address: string, secret: string): Promise<string> {
  const env = { ...process.env, WEBHOOK_SECRET: secret };
  const { stdout } = await execFileAsync("sh", [getFile("sh", "webhook"), address], { env });
  return stdout.trim();
}

async function post(address: string, headers: Record<string, string>, body: string): Promise<number> {
  return (await fetch(address, { method: "POST", headers, body })).status;
}

/** Signs an event as another implementation of Standard Webhooks does. */
function sign(body: string, secret: string, ageS = 0) {
  const sentAt = new Date(Date.now() - ageS * 1000);
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", sentAt, body),
  };
}
