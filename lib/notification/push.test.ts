import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { hashSecret } from "#lib/account/session/session";
import type { Ctx } from "#lib/core/context";
import { handleEvents } from "#lib/event/testing/handle-events";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { openScene } from "#lib/testing/open-scene";
import { createNotification } from "./create-notification.ts";
import { deliverNotifications } from "./deliver-notifications.ts";
import { setNotificationPreferences } from "./notification-preferences.ts";
import { addPushDevice, getPushSettings, removePushDevice } from "./push-devices.ts";
import { startPushSender } from "./push-sender.ts";

interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const received: Pushed[] = [];
/** The HTTP status that the push service returns for a path; "hang" never responds. */
const responseStatuses = new Map<string, number | "hang">();
const hanging: ServerResponse[] = [];
let wakeWaiter = () => {};
const service = createServer(async (request, response) => {
  const path = request.url ?? "";
  received.push({ path, headers: request.headers, body: await buffer(request) });
  const answer = responseStatuses.get(path) ?? 201;
  if (answer === "hang") hanging.push(response);
  else response.writeHead(answer).end();
  wakeWaiter();
});

service.listen(0, "127.0.0.1");
await once(service, "listening");
const at = await openScene({ WEBHOOK_ALLOW_PRIVATE: "1" });
const pusher = startPushSender(at.system, { timeoutMs: 60_000 });
afterAll(async () => {
  for (const response of hanging) response.destroy();
  await pusher.stop();
  service.closeAllConnections();
  service.close();
});

const urlOf = (path: string) => `http://127.0.0.1:${(service.address() as AddressInfo).port}${path}`;

/** Waits until a path has received `count` pushes. */
async function waitForPushes(path: string, count = 1): Promise<Pushed[]> {
  for (;;) {
    const pushes = received.filter((push) => push.path === path);
    if (pushes.length >= count) return pushes;
    await new Promise<void>((resolve) => {
      wakeWaiter = resolve;
    });
  }
}

/** Creates a reseller with a signed-in device. */
async function createResellerWithDevice(path: string): Promise<{ id: number; ctx: Ctx }> {
  const reseller = await at.reseller("affiliate", 0n);
  await addDevice(reseller.ctx, path);
  await at.system.db.execute(
    sql`update sessions set device_hash = ${hashSecret(DEVICE)} where account_id = ${reseller.id}`,
  );
  return reseller;
}

const DEVICE = "the browser is known by this";

/** The secrets of each subscription, which a browser keeps, by path. */
const secrets = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();

async function addDevice(ctx: Ctx, path: string): Promise<void> {
  const [ecdh, auth] = [createECDH("prime256v1"), randomBytes(16)];
  const publicKey = ecdh.generateKeys().toString("base64url");
  const authSecret = auth.toString("base64url");
  secrets.set(path, { ecdh, auth });
  await addPushDevice(ctx, {
    endpoint: urlOf(path),
    publicKey,
    authSecret,
    agent: "Firefox/1 Android",
    device: DEVICE,
  });
}

/** Decrypts a push as a browser does: RFC 8291, with the record of RFC 8188. */
function decryptPush({ path, body }: Pushed): unknown {
  const { ecdh, auth } = secrets.get(path) ?? {};
  if (!ecdh || !auth) throw new Error(`No device was added at ${path}.`);
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  expect(sealed.length, "one record").toBeLessThanOrEqual(body.readUInt32BE(16));
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const shared = derive(ecdh.computeSecret(senderKey), auth, about, 32);
  const key = derive(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  expect(
    padded.subarray(end + 1).every((byte) => byte === 0),
    "the last record",
  ).toBe(true);
  return JSON.parse(padded.subarray(0, end).toString());
}

/** Verifies the sender of a push as a push service does: RFC 8292. @returns its key and the claims of the token */
function verifySender({ headers }: Pushed): { key: string; claims: Record<string, unknown> } {
  const [, head = "", claims = "", signature = "", key = ""] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signedText = Buffer.from(`${head}.${claims}`);
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", signedText, signed, Buffer.from(signature, "base64url")), "signed").toBe(true);
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}

async function creditAndPush(id: number): Promise<void> {
  await postCredit(at.system, { resellerId: id, amount: 500_000n, reason: "cash" });
  await handleEvents(at.system);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  pusher.wake();
}

test("pushes the kind of event, encrypted, without amounts", async () => {
  const { id, ctx } = await createResellerWithDevice("/one");
  await creditAndPush(id);
  const [push] = await waitForPushes("/one");
  expect(push?.headers).toMatchObject({
    authorization: expect.stringMatching(/^vapid t=\S+, k=/),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
  });
  expect(push?.body.toString("latin1")).not.toContain("Wallet");
  const rows = await at.system.db.execute(sql`
    select body as title, subject as path from deliveries where channel = 'pushes' and account_id = ${id}`);
  expect(rows).toEqual([{ title: "Wallet credited or debited", path: "/notifications" }]);
  const { devices } = await getPushSettings(ctx);
  expect(devices).toMatchObject([{ name: "Firefox on Android" }]);
});

test("sends a push that the browser can decrypt, signed with the key the browser was given", async () => {
  const { id, ctx } = await createResellerWithDevice("/opens");
  await creditAndPush(id);
  const [push] = await waitForPushes("/opens");
  if (!push) throw new Error("No push arrived.");
  expect(decryptPush(push)).toEqual({
    title: "Kiosk",
    body: "Wallet credited or debited",
    path: "/notifications",
  });
  const { key, claims } = verifySender(push);
  expect(key).toBe((await getPushSettings(ctx)).publicKey);
  expect(claims).toMatchObject({ aud: new URL(urlOf("/")).origin, sub: expect.stringMatching(/^mailto:/) });
  const lasts = Number(claims.exp) - Date.now() / 1000;
  expect(lasts).toBeGreaterThan(0);
  expect(lasts).toBeLessThanOrEqual(24 * 3_600);
});

test("pushes nothing to a signed-out device, or where push is turned off", async () => {
  const [out, off] = [await createResellerWithDevice("/out"), await createResellerWithDevice("/off")];
  await at.system.db.execute(sql`update sessions set ended_at = now() where account_id = ${out.id}`);
  await setNotificationPreferences(off.ctx, { ways: ["push"], push: [] }, NOTIFICATION_KINDS);
  for (const { id } of [out, off]) await creditAndPush(id);
  expect(
    await at.system.db.execute(sql`
      select from deliveries where channel = 'pushes' and account_id in (${out.id}, ${off.id})`),
  ).toHaveLength(0);
});

test.each([404, 410])("removes a device that is gone (%s)", async (status) => {
  const path = `/gone-${status}`;
  responseStatuses.set(path, status);
  const { id, ctx } = await createResellerWithDevice(path);
  await creditAndPush(id);
  await waitForPushes(path);
  while ((await getPushSettings(ctx)).devices.length > 0) await pause(20);
  expect(await at.system.db.execute(sql`select from push_devices where account_id = ${id}`)).toHaveLength(0);
});

test("retries a push service that is down, and lets a hanging one delay no other device", async () => {
  responseStatuses.set("/hangs", "hang");
  const slow = await createResellerWithDevice("/hangs");
  await creditAndPush(slow.id);
  await waitForPushes("/hangs");
  responseStatuses.set("/away", 503);
  const failing = await createResellerWithDevice("/away");
  await creditAndPush(failing.id);
  await waitForPushes("/away");
  responseStatuses.delete("/away");
  for (;;) {
    const due = await at.system.db.execute(sql`
      update deliveries set next_at = now()
      where channel = 'pushes' and account_id = ${failing.id} and attempts = 1 and next_at > now() + interval '20 s'
        and next_at < now() + interval '40 s' returning 1`);
    if (due.length > 0) break;
    await pause(20);
  }
  pusher.wake();
  expect(await waitForPushes("/away", 2)).toHaveLength(2);
});

test("collapses a flood into one push, and sends a device at most twenty in an hour", async () => {
  const { id } = await createResellerWithDevice("/flood");
  const notify = async (count: number, from: number) => {
    for (let n = from; n < from + count; n += 1)
      await createNotification(at.system, {
        to: id,
        event: "failed",
        key: `f${n}`,
        title: "",
        text: "",
        path: "/",
      });
    await deliverNotifications(at.system, NOTIFICATION_KINDS);
  };
  await notify(60, 0);
  const titles = () =>
    at.system.db.execute<{ title: string }>(sql`
      select body as title from deliveries where channel = 'pushes' and account_id = ${id}`);
  expect((await titles()).map(({ title }) => title)).toEqual(["60 new notifications"]);
  for (let n = 0; n < 25; n += 1) await notify(1, 100 + n);
  expect(await titles()).toHaveLength(20);
});

test("pushes to the account that added a browser last, and lets only that account remove it", async () => {
  const [previous, latest] = [await createResellerWithDevice("/shared"), await at.reseller()];
  const [device] = (await getPushSettings(previous.ctx)).devices;
  await expect(removePushDevice(latest.ctx, { id: device?.id ?? 0 })).rejects.toMatchObject({
    code: "not_found",
  });
  await addDevice(latest.ctx, "/shared");
  expect((await getPushSettings(previous.ctx)).devices).toEqual([]);
  await removePushDevice(latest.ctx, { id: device?.id ?? 0 });
  expect((await getPushSettings(latest.ctx)).devices).toEqual([]);
});

test("limits an account to ten devices, also for concurrent additions", async () => {
  const { ctx } = await at.reseller();
  const added = await Promise.allSettled(Array.from({ length: 13 }, (_, n) => addDevice(ctx, `/many-${n}`)));
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect((await getPushSettings(ctx)).devices).toHaveLength(10);
});

test("creates one key pair, also for concurrent requests", async () => {
  const { ctx } = await at.reseller();
  await at.system.db.execute(sql`delete from push_keys`);
  const keys = await Promise.all(Array.from({ length: 5 }, () => getPushSettings(ctx)));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
});
