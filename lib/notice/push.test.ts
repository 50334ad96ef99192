import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashSecret } from "#lib/account/session/session";
import type { Ctx } from "#lib/core/context";
import { credit } from "#lib/ledger/adjust";
import { type Scene, scene } from "#lib/testing/scene";
import { chooseNotices } from "./choose.ts";
import { passOn } from "./pass-on.ts";
import { addDevice, pushSettings, removeDevice } from "./push-devices.ts";
import { startPusher } from "./pusher.ts";
import { tell } from "./tell.ts";

interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let at: Scene;
let pusher: ReturnType<typeof startPusher>;
const taken: Pushed[] = [];
/** What the push service answers for a path; nothing at all to those that hang. */
const answers = new Map<string, number | "hang">();
const hanging: ServerResponse[] = [];
let stir = () => {};
const service = createServer(async (request, response) => {
  const path = request.url ?? "";
  taken.push({ path, headers: request.headers, body: await buffer(request) });
  const answer = answers.get(path) ?? 201;
  if (answer === "hang") hanging.push(response);
  else response.writeHead(answer).end();
  stir();
});

beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  at = await scene({ WEBHOOK_ALLOW_PRIVATE: "1" });
  pusher = startPusher(at.system, { patienceMs: 60_000 });
});
afterAll(async () => {
  for (const response of hanging) response.destroy();
  await pusher.stop();
  service.closeAllConnections();
  service.close();
  await at.close();
});

const urlOf = (path: string) => `http://127.0.0.1:${(service.address() as AddressInfo).port}${path}`;

/** What came for a path, as soon as there is so much. */
async function pushed(path: string, count = 1): Promise<Pushed[]> {
  for (;;) {
    const found = taken.filter((one) => one.path === path);
    if (found.length >= count) return found;
    await new Promise<void>((resolve) => {
      stir = resolve;
    });
  }
}

/** A reseller with a device that is signed in. */
async function withDevice(path: string): Promise<{ id: number; ctx: Ctx }> {
  const reseller = await at.reseller("affiliate", 0n);
  await add(reseller.ctx, path);
  await at.system.db.execute(
    sql`update sessions set device_hash = ${hashSecret(DEVICE)} where account_id = ${reseller.id}`,
  );
  return reseller;
}

const DEVICE = "the browser is known by this";

/** What a browser keeps to itself of each subscription, by its path. */
const secrets = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();

async function add(ctx: Ctx, path: string): Promise<void> {
  const [ecdh, auth] = [createECDH("prime256v1"), randomBytes(16)];
  const publicKey = ecdh.generateKeys().toString("base64url");
  const authSecret = auth.toString("base64url");
  secrets.set(path, { ecdh, auth });
  await addDevice(ctx, {
    endpoint: urlOf(path),
    publicKey,
    authSecret,
    agent: "Firefox/1 Android",
    device: DEVICE,
  });
}

/** What a browser makes of it: RFC 8291, with the record of RFC 8188. */
function opened({ path, body }: Pushed): unknown {
  const { ecdh, auth } = secrets.get(path) ?? {};
  if (!ecdh || !auth) throw new Error(`Nobody listens at ${path}.`);
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const theirs = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  expect(sealed.length, "one record").toBeLessThanOrEqual(body.readUInt32BE(16));
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), theirs]);
  const shared = derive(ecdh.computeSecret(theirs), auth, about, 32);
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

/** What a push service makes of who sends: RFC 8292. @returns what the token claims. */
function sender({ headers }: Pushed): { key: string; claims: Record<string, unknown> } {
  const [, head = "", claims = "", signature = "", key = ""] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const told = Buffer.from(`${head}.${claims}`);
  const signed = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", told, signed, Buffer.from(signature, "base64url")), "signed").toBe(true);
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}

async function moneyCame(id: number): Promise<void> {
  await credit(at.system, { resellerId: id, amount: 500_000n, reason: "cash" });
  await passOn(at.system);
  pusher.wake();
}

test("a device is told what kind of thing happened, encrypted, and no amount", async () => {
  const { id, ctx } = await withDevice("/one");
  await moneyCame(id);
  const [push] = await pushed("/one");
  expect(push?.headers).toMatchObject({
    authorization: expect.stringMatching(/^vapid t=\S+, k=/),
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
  });
  expect(push?.body.toString("latin1")).not.toContain("Money");
  const rows = await at.system.db.execute(sql`
    select title, path from pushes join push_devices d on d.id = device_id where d.account_id = ${id}`);
  expect(rows).toEqual([{ title: "Money came in or was taken out", path: "/notices" }]);
  const { devices } = await pushSettings(ctx);
  expect(devices).toMatchObject([{ name: "Firefox on Android" }]);
});

test("the browser opens what came, and its push service knows this portal by the key that the browser was given", async () => {
  const { id, ctx } = await withDevice("/opens");
  await moneyCame(id);
  const [push] = await pushed("/opens");
  if (!push) throw new Error("Nothing came.");
  expect(opened(push)).toEqual({
    ...{ title: "Kiosk", body: "Money came in or was taken out", path: "/notices" },
  });
  const { key, claims } = sender(push);
  expect(key).toBe((await pushSettings(ctx)).publicKey);
  expect(claims).toMatchObject({ aud: new URL(urlOf("/")).origin, sub: expect.stringMatching(/^mailto:/) });
  const lasts = Number(claims.exp) - Date.now() / 1000;
  expect(lasts).toBeGreaterThan(0);
  expect(lasts).toBeLessThanOrEqual(24 * 3_600);
});

test("a device that is signed out, or whose account wants nothing there, is told nothing", async () => {
  const [out, off] = [await withDevice("/out"), await withDevice("/off")];
  await at.system.db.execute(sql`update sessions set ended_at = now() where account_id = ${out.id}`);
  await chooseNotices(off.ctx, { ways: ["push"], push: [] });
  for (const { id } of [out, off]) await moneyCame(id);
  expect(
    await at.system.db.execute(sql`
      select from pushes join push_devices d on d.id = device_id where d.account_id in (${out.id}, ${off.id})`),
  ).toHaveLength(0);
});

test.each([404, 410])("a device that is gone (%s) is taken off", async (status) => {
  const path = `/gone-${status}`;
  answers.set(path, status);
  const { id, ctx } = await withDevice(path);
  await moneyCame(id);
  await pushed(path);
  while ((await pushSettings(ctx)).devices.length > 0);
  expect(await at.system.db.execute(sql`select from push_devices where account_id = ${id}`)).toHaveLength(0);
});

test("a service that is away is tried again, one that hangs delays no other device", async () => {
  answers.set("/hangs", "hang");
  const slow = await withDevice("/hangs");
  await moneyCame(slow.id);
  await pushed("/hangs");
  answers.set("/away", 503);
  const other = await withDevice("/away");
  await moneyCame(other.id);
  await pushed("/away");
  answers.delete("/away");
  for (;;) {
    const due = await at.system.db.execute(sql`
      update pushes set next_at = now() from push_devices d
      where d.id = device_id and d.account_id = ${other.id} and tries = 1 and next_at > now() + interval '20 s'
        and next_at < now() + interval '40 s' returning 1`);
    if (due.length > 0) break;
  }
  pusher.wake();
  expect(await pushed("/away", 2)).toHaveLength(2);
});

test("a flood is one message, and a device gets no more than twenty in an hour", async () => {
  const { id } = await withDevice("/flood");
  const many = async (count: number, from: number) => {
    for (let n = from; n < from + count; n += 1)
      await tell(at.system, { to: id, event: "failed", key: `f${n}`, title: "", text: "", path: "/" });
    await passOn(at.system);
  };
  await many(60, 0);
  const titles = () =>
    at.system.db.execute<{ title: string }>(sql`
      select title from pushes join push_devices d on d.id = device_id where d.account_id = ${id}`);
  expect((await titles()).map(({ title }) => title)).toEqual(["60 new notices"]);
  for (let n = 0; n < 25; n += 1) await many(1, 100 + n);
  expect(await titles()).toHaveLength(20);
});

test("a browser shows the notices of whoever added it last, and nobody takes off another's device", async () => {
  const [one, other] = [await withDevice("/shared"), await at.reseller()];
  const [device] = (await pushSettings(one.ctx)).devices;
  await expect(removeDevice(other.ctx, { id: device?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  await add(other.ctx, "/shared");
  expect((await pushSettings(one.ctx)).devices).toEqual([]);
  await removeDevice(other.ctx, { id: device?.id ?? 0 });
  expect((await pushSettings(other.ctx)).devices).toEqual([]);
});

test("one account has ten devices at most, however many it adds at the same moment", async () => {
  const { ctx } = await at.reseller();
  const added = await Promise.allSettled(Array.from({ length: 13 }, (_, n) => add(ctx, `/many-${n}`)));
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect((await pushSettings(ctx)).devices).toHaveLength(10);
});

test("the portal has one pair of keys, however many ask first", async () => {
  const { ctx } = await at.reseller();
  await at.system.db.execute(sql`delete from push_keys`);
  const keys = await Promise.all(Array.from({ length: 5 }, () => pushSettings(ctx)));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
});
