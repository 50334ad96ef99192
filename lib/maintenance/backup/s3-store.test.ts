import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { S3_SECRET, startS3Server } from "../testing/s3-server.ts";
import { formatBackupName } from "./backup-names.ts";
import { openBackupStore } from "./backup-store.ts";
import { signRequest } from "./s3-sign.ts";

const at = await startS3Server();
const { stored, uploads } = at;
Object.assign(process.env, at.variables);
afterAll(() => at.close());
beforeEach(() => {
  stored.clear();
  uploads.clear();
  at.respond = () => undefined;
});

const MEGABYTE = randomBytes(1_000_000);
async function* megabytes(count: number) {
  for (let n = 0; n < count; n++) {
    const cut = n % 2 ? 600_000 : 900_000;
    yield MEGABYTE.subarray(0, cut);
    yield MEGABYTE.subarray(cut);
  }
}

test("uploads a file in parts of one size, reads it back, lists it by name and removes it", async () => {
  const store = openBackupStore("s3://kiosk/night/ly");
  const names = [1, 2, 3, 4, 5].map((day) => formatBackupName(new Date(Date.UTC(2026, 0, day))));
  for (const name of names.toReversed()) await store.put(name, megabytes(name === names[0] ? 40 : 0));
  stored.set("night/ly/notes.txt", Buffer.from("not ours"));
  expect(await store.list()).toEqual(names);
  const back = Buffer.concat(await Array.fromAsync(await store.get(names[0] ?? "")));
  expect(back.length).toBe(40_000_000);
  expect(back.subarray(-1_000_000).equals(MEGABYTE)).toBe(true);
  await store.remove(names[0] ?? "");
  expect(await store.list()).toEqual(names.slice(1));
});

test("stores nothing of an interrupted upload", async () => {
  async function* breaks() {
    yield* megabytes(20);
    throw new Error("the database is gone");
  }
  await expect(openBackupStore("s3://kiosk").put(formatBackupName(new Date()), breaks())).rejects.toThrow(
    "the database is gone",
  );
  expect([stored.size, uploads.size]).toEqual([0, 0]);
});

test("aborts what an upload that was killed left, whose parts no list of files shows, and nothing else", async () => {
  const old = new Date(Date.now() - 25 * 3_600_000);
  const begin = (key: string, beganAt: Date) => uploads.set(key, { key, beganAt, parts: new Map() });
  begin(`night/${formatBackupName(old)}`, old);
  const present = `night/${formatBackupName(new Date())}`;
  begin(present, new Date());
  begin("night/film.mp4", old);
  const store = openBackupStore("s3://kiosk/night");
  await store.put(formatBackupName(new Date(0)), megabytes(1));
  expect([...uploads.keys()]).toEqual([present, "night/film.mp4"]);
  at.respond = ({ method, url }) =>
    method === "GET" && url?.includes("uploads=") ? { status: 403, code: "AccessDenied" } : undefined;
  await store.put(formatBackupName(new Date(1_000)), megabytes(1));
  expect(await store.list()).toHaveLength(2);
});

test("retries a busy store, and reports its errors in its own words", async () => {
  let busy = 2;
  at.respond = () => (busy-- > 0 ? { status: 503, code: "SlowDown" } : undefined);
  const store = openBackupStore("s3://kiosk");
  await store.put(formatBackupName(new Date()), megabytes(1));
  expect(await store.list()).toHaveLength(1);
  await expect(openBackupStore("s3://other").list()).rejects.toThrow(
    "responded 403: SignatureDoesNotMatch, Look at your key.",
  );
  await expect(store.get("kiosk-none.backup")).rejects.toThrow("NoSuchKey");
});

test("signs like the example in S3's documentation", () => {
  const url = new URL("https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J");
  const signer = { id: "AKIAIOSFODNN7EXAMPLE", secret: S3_SECRET, region: "us-east-1" };
  const { Authorization } = signRequest(
    "GET",
    url,
    Buffer.alloc(0),
    signer,
    new Date("2013-05-24T00:00:00Z"),
  );
  expect(Authorization).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, " +
      "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  );
});
