import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { formatBackupName } from "./backup-names.ts";
import { openBackupStore } from "./backup-store.ts";
import { signRequest } from "./s3-sign.ts";

const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

/** Objects of a fake S3 store with one bucket, which checks signatures. */
const stored = new Map<string, Buffer>();
const uploads = new Map<string, Map<number, Buffer>>();
let fails: (request: IncomingMessage) => boolean = () => false;
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const url = new URL(request.url ?? "", "http://s3");
  const [, bucket, ...path] = decodeURIComponent(url.pathname).split("/");
  const key = path.join("/");
  const ask = `${request.method} ${[...url.searchParams.keys()].sort().join("&")}`;
  const say = (status: number, text = "", headers = {}) => response.writeHead(status, headers).end(text);
  if (!isSigned(request, url, body) || bucket !== "kiosk")
    return say(403, "<Error><Code>SignatureDoesNotMatch</Code><Message>Look at your key.</Message></Error>");
  if (fails(request)) return say(503, "<Error><Code>SlowDown</Code></Error>");
  const uploadId = url.searchParams.get("uploadId") ?? "";
  switch (ask) {
    case "POST uploads": {
      const id = randomBytes(4).toString("hex");
      uploads.set(id, new Map());
      return say(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    case "PUT partNumber&uploadId":
      uploads.get(uploadId)?.set(Number(url.searchParams.get("partNumber")), body);
      return say(200, "", { ETag: `"${createHash("md5").update(body).digest("hex")}"` });
    case "POST uploadId": {
      const parts = [...(uploads.get(uploadId) ?? [])].sort(([a], [b]) => a - b).map(([, part]) => part);
      const tags = [...body.toString().matchAll(/<ETag>"(\w+)"<\/ETag>/g)].map(([, tag]) => tag);
      const there = parts.map((part) => createHash("md5").update(part).digest("hex"));
      if (tags.join() !== there.join()) return say(200, "<Error><Code>InvalidPart</Code></Error>");
      uploads.delete(uploadId);
      stored.set(key, Buffer.concat(parts));
      return say(200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
    }
    case "DELETE uploadId":
      uploads.delete(uploadId);
      return say(204);
    case "GET ":
      return stored.has(key)
        ? response.end(stored.get(key))
        : say(404, "<Error><Code>NoSuchKey</Code></Error>");
    case "DELETE ":
      stored.delete(key);
      return say(204);
    default: {
      const after = url.searchParams.get("continuation-token") ?? "";
      const names = [...stored.keys()]
        .filter((name) => name.startsWith(url.searchParams.get("prefix") ?? ""))
        .sort();
      const left = names.filter((name) => name > after);
      const keys = left.slice(0, 2).map((name) => `<Contents><Key>${name}</Key></Contents>`);
      const more = `<IsTruncated>${left.length > 2}</IsTruncated><NextContinuationToken>${left[1]}</NextContinuationToken>`;
      return say(200, `<ListBucketResult>${keys.join("")}${more}</ListBucketResult>`);
    }
  }
});

/** Returns whether the signature is right, computed from the request by the published rules of S3. */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization = "" } = headers;
  const [, id, day, region, names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? [];
  const hash = createHash("sha256").update(body).digest("hex");
  if (id !== "id" || headers["x-amz-content-sha256"] !== hash) return false;
  const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const query = url.search
    .slice(1)
    .split("&")
    .filter(Boolean)
    .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
    .sort()
    .join("&");
  const lines = names
    .split(";")
    .map((name) => `${name}:${headers[name]}\n`)
    .join("");
  const requestHash = createHash("sha256")
    .update(`${method}\n${url.pathname}\n${query}\n${lines}\n${names}\n${hash}`)
    .digest("hex");
  const text = `AWS4-HMAC-SHA256\n${headers["x-amz-date"]}\n${day}/${region}/s3/aws4_request\n${requestHash}`;
  const key = mac(mac(mac(mac(`AWS4${SECRET}`, day ?? ""), region ?? ""), "s3"), "aws4_request");
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}

await once(server.listen(0, "127.0.0.1"), "listening");
process.env.BACKUP_S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
Object.assign(process.env, {
  BACKUP_S3_KEY_ID: "id",
  BACKUP_S3_SECRET: SECRET,
  BACKUP_S3_REGION: "eu-west-1",
});
afterAll(() => server.close());
beforeEach(() => {
  stored.clear();
  uploads.clear();
  fails = () => false;
});

const MEGABYTE = randomBytes(1_000_000);
async function* megabytes(count: number) {
  for (let n = 0; n < count; n++) yield MEGABYTE;
}

test("uploads a file in parts, reads it back, lists it by name and removes it", async () => {
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

test("retries a busy store, and reports its errors in its own words", async () => {
  let busy = 2;
  fails = () => busy-- > 0;
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
  const signer = { id: "AKIAIOSFODNN7EXAMPLE", secret: SECRET, region: "us-east-1" };
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
