import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createSmtpServer, type SmtpTls } from "#sandbox/mail/smtp";
import { CERTIFICATES } from "#sandbox/mail/testing/certificates";
import { createMailWorld } from "#sandbox/mail/world";
import { createMailTransport, type MailResult } from "./transport.ts";

/** The certificates every machine trusts; the tests add their own. */
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

/** This machine, but not the loopback, which needs no encryption. */
const LOCAL = "0.0.0.0";

/** Sends one email to a server that accepts only `portal` with `right:word`. */
async function mailTo(lock: Partial<SmtpTls>, { scheme = "smtp", password = "right:word" } = {}) {
  const world = createMailWorld();
  const usual = {
    user: "portal",
    password: "right:word",
    encrypts: "when asked",
    ...CERTIFICATES.own,
  } as const;
  server = createSmtpServer(world, { ...usual, ...lock }).listen(0, LOCAL);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sent = await send(`${scheme}://portal:${encodeURIComponent(password)}@${LOCAL}:${port}`);
  return { sent, mails: world.mails };
}

const send = (url: string): Promise<MailResult> =>
  createMailTransport(url, 60_000).send({
    messageId: "<1@kiosk.test>",
    recipient: "ada@example.com",
    subject: "Hello",
    at: new Date(),
    body: { text: "Good day.", html: "<p>Good day.</p>" },
  });

/** The encryption of a connection, by the scheme of its URL. */
const WAYS = [
  ["smtp", "when asked"],
  ["smtps", "at once"],
] as const;

test.each(WAYS)("signs in over %s, encrypted %s, with name and password", async (scheme, encrypts) => {
  const { sent, mails } = await mailTo({ encrypts }, { scheme });
  expect(sent).toEqual({});
  expect(mails).toMatchObject([{ to: ["ada@example.com"], subject: "Hello", text: "Good day." }]);
});

test("reports a wrong password, and retries later", async () => {
  const { sent, mails } = await mailTo({}, { password: "wrong" });
  expect(sent.problem).toMatch(/^the mail server rejects the portal’s name and password: .*535/);
  expect(sent.hopeless).toBe(false);
  expect(mails).toEqual([]);
});

test.each(WAYS)("rejects a certificate for another name over %s", async (scheme, encrypts) => {
  const { sent, mails } = await mailTo({ encrypts, ...CERTIFICATES.elsewhere }, { scheme });
  expect(sent).toEqual({ problem: "the mail server’s certificate is for another name", hopeless: false });
  expect(mails).toEqual([]);
});

test("rejects an untrusted certificate", async () => {
  setDefaultCACertificates(TRUSTED);
  const { sent, mails } = await mailTo({});
  setDefaultCACertificates([...TRUSTED, ...Object.values(CERTIFICATES).map(({ cert }) => cert)]);
  expect(sent.problem).toBe("this machine does not trust the mail server’s certificate");
  expect(mails).toEqual([]);
});

test("sends nothing to a remote server that does not encrypt", async () => {
  const { sent, mails } = await mailTo({ encrypts: "never" });
  expect(sent.problem).toMatch(/^the mail server does not encrypt/);
  expect(mails).toEqual([]);
});

test("reports a closed port", async () => {
  server = createSmtpServer(createMailWorld()).listen(0, LOCAL);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  expect((await send(`smtp://${LOCAL}:${port}`)).problem).toBe("no mail server listens there");
});
