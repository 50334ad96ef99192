import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export const S3_SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

interface Upload {
  key: string;
  beganAt: Date;
  parts: Map<number, Buffer>;
}

/** A fake S3 store with one bucket, `kiosk`, which checks signatures. */
export interface TestS3Server {
  /** For the portal that backs up to it. */
  variables: Record<string, string>;
  stored: Map<string, Buffer>;
  uploads: Map<string, Upload>;
  /** Decides the response to a request instead of the store; undefined leaves it to the store. */
  respond: (request: IncomingMessage) => { status: number; code: string } | undefined | Promise<undefined>;
  close(): void;
}

export async function startS3Server(): Promise<TestS3Server> {
  const stored = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const url = new URL(request.url ?? "", "http://s3");
    const [, bucket, ...path] = decodeURIComponent(url.pathname).split("/");
    const key = path.join("/");
    const ask = `${request.method} ${[...url.searchParams.keys()].sort().join("&")}`;
    const say = (status: number, text = "", headers = {}) => response.writeHead(status, headers).end(text);
    if (!isSigned(request, url, body) || bucket !== "kiosk")
      return say(
        403,
        "<Error><Code>SignatureDoesNotMatch</Code><Message>Look at your key.</Message></Error>",
      );
    const decided = await at.respond(request);
    if (decided) return say(decided.status, `<Error><Code>${decided.code}</Code></Error>`);
    const uploadId = url.searchParams.get("uploadId") ?? "";
    switch (ask) {
      case "POST uploads": {
        const id = randomBytes(4).toString("hex");
        uploads.set(id, { key, beganAt: new Date(), parts: new Map() });
        return say(
          200,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case "PUT partNumber&uploadId":
        uploads.get(uploadId)?.parts.set(Number(url.searchParams.get("partNumber")), body);
        return say(200, "", { ETag: `"${createHash("md5").update(body).digest("hex")}"` });
      case "POST uploadId": {
        const parts = [...(uploads.get(uploadId)?.parts ?? [])]
          .sort(([a], [b]) => a - b)
          .map(([, part]) => part);
        const tags = [...body.toString().matchAll(/<ETag>"(\w+)"<\/ETag>/g)].map(([, tag]) => tag);
        const there = parts.map((part) => createHash("md5").update(part).digest("hex"));
        // As Cloudflare's R2 demands.
        if (parts.slice(0, -1).some(({ length }) => length !== parts[0]?.length))
          return say(400, "<Error><Code>InvalidPart</Code></Error>");
        if (tags.join() !== there.join()) return say(200, "<Error><Code>InvalidPart</Code></Error>");
        uploads.delete(uploadId);
        stored.set(key, Buffer.concat(parts));
        return say(200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
      }
      case "DELETE uploadId":
        uploads.delete(uploadId);
        return say(204);
      case "GET prefix&uploads": {
        const prefix = url.searchParams.get("prefix") ?? "";
        const open = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
        const list = open.map(
          ([id, { key, beganAt }]) =>
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${beganAt.toISOString()}</Initiated></Upload>`,
        );
        return say(200, `<ListMultipartUploadsResult>${list.join("")}</ListMultipartUploadsResult>`);
      }
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

  await once(server.listen(0, "127.0.0.1"), "listening");
  const at: TestS3Server = {
    variables: {
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      BACKUP_S3_KEY_ID: "id",
      BACKUP_S3_SECRET: S3_SECRET,
      BACKUP_S3_REGION: "eu-west-1",
    },
    stored,
    uploads,
    respond: () => undefined,
    close: () => server.close(),
  };
  return at;
}

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
  const key = mac(mac(mac(mac(`AWS4${S3_SECRET}`, day ?? ""), region ?? ""), "s3"), "aws4_request");
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}
