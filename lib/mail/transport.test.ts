import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type Lock, smtpServer } from "#sandbox/mail/smtp";
import { CERTIFICATES } from "#sandbox/mail/testing/certificates";
import { newWorld } from "#sandbox/mail/world";
import { openTransport, type Sent } from "./transport.ts";

/** What every machine trusts, and what these tests made. */
const TRUSTED = getCACertificates();
beforeAll(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:1";
  process.env.MAIL_FROM = "Kiosk <kiosk@sandbox.test>";
  setDefaultCACertificates([...TRUSTED, ...Object.values(CERTIFICATES).map(({ cert }) => cert)]);
});

let server: Server;
afterEach(() => {
  server.close();
});

/** Not the loopback, which may do without encryption, and this machine all the same. */
const HERE = "0.0.0.0";

/** One mail to a server that lets nobody in but `portal` with `right:word`. */
async function mailTo(lock: Partial<Lock>, { scheme = "smtp", password = "right:word" } = {}) {
  const world = newWorld();
  const usual = {
    user: "portal",
    password: "right:word",
    encrypts: "when asked",
    ...CERTIFICATES.own,
  } as const;
  server = smtpServer(world, { ...usual, ...lock }).listen(0, HERE);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sent = await send(`${scheme}://portal:${encodeURIComponent(password)}@${HERE}:${port}`);
  return { sent, mails: world.mails };
}

const send = (url: string): Promise<Sent> =>
  openTransport(url, 60_000).send({
    ...{ messageId: "<1@kiosk.test>", recipient: "ada@example.com", subject: "Hello", at: new Date() },
    body: { text: "Good day.", html: "<p>Good day.</p>" },
  });

/** How a server is asked to encrypt, by the scheme of its address. */
const WAYS = [
  ["smtp", "when asked"],
  ["smtps", "at once"],
] as const;

test.each(WAYS)("by %s, encrypted %s, name and password open the way", async (scheme, encrypts) => {
  const { sent, mails } = await mailTo({ encrypts }, { scheme });
  expect(sent).toEqual({});
  expect(mails).toMatchObject([{ to: ["ada@example.com"], subject: "Hello", text: "Good day." }]);
});

test("a wrong password is said as what it is, and may be put right", async () => {
  const { sent, mails } = await mailTo({}, { password: "wrong" });
  expect(sent.problem).toMatch(/^the mail server does not take the portal’s name and password: .*535/);
  expect(sent.hopeless).toBe(false);
  expect(mails).toEqual([]);
});

test.each(WAYS)("by %s, a certificate for another name is refused", async (scheme, encrypts) => {
  const { sent, mails } = await mailTo({ encrypts, ...CERTIFICATES.elsewhere }, { scheme });
  expect(sent).toEqual({ problem: "the mail server’s certificate is for another name", hopeless: false });
  expect(mails).toEqual([]);
});

test("nor is a certificate taken that nobody trusted has signed", async () => {
  setDefaultCACertificates(TRUSTED);
  const { sent, mails } = await mailTo({});
  setDefaultCACertificates([...TRUSTED, ...Object.values(CERTIFICATES).map(({ cert }) => cert)]);
  expect(sent.problem).toBe("nobody this machine trusts has signed the mail server’s certificate");
  expect(mails).toEqual([]);
});

test("a server elsewhere that does not encrypt gets nothing", async () => {
  const { sent, mails } = await mailTo({ encrypts: "never" });
  expect(sent.problem).toMatch(/^the mail server does not encrypt/);
  expect(mails).toEqual([]);
});

test("where nobody listens, it says so", async () => {
  server = smtpServer(newWorld()).listen(0, HERE);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  expect((await send(`smtp://${HERE}:${port}`)).problem).toBe("no mail server listens there");
});
