import { env } from "#lib/core/env";
import { isBackup, type Store } from "./names.ts";
import { signed } from "./s3-sign.ts";

/** Parts of a large file: 10,000 of them at most, so 160 GB. */
const PART = 16 * 1024 * 1024;

/**
 * A bucket of any store that speaks S3. A file is sent part by part and exists once the last call has put them together;
 * what was begun and not finished is given up, and never seen.
 */
export function s3Store(place: string): Store {
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_REGION } = env();
  const [, bucket = "", prefix = ""] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(place) ?? [];
  const base = (BACKUP_S3_ENDPOINT ?? `https://s3.${BACKUP_S3_REGION}.amazonaws.com`).replace(/\/$/, "");
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name);
  const at = (key: string, query: Record<string, string> = {}) => {
    const url = new URL(
      `${base}/${bucket}${key ? `/${key.split("/").map(encodeURIComponent).join("/")}` : ""}`,
    );
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  return {
    async put(name, file) {
      const key = keyOf(name);
      const begun = await ask("POST", at(key, { uploads: "" }));
      const uploadId = tag(await begun.text(), "UploadId");
      try {
        const etags: string[] = [];
        for await (const part of inParts(file)) {
          const sent = await ask("PUT", at(key, { partNumber: String(etags.length + 1), uploadId }), part);
          etags.push(sent.headers.get("etag") ?? "");
          await sent.body?.cancel();
        }
        const list = etags.map(
          (etag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
        );
        const xml = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
        const done = await (await ask("POST", at(key, { uploadId }), Buffer.from(xml))).text();
        // It answers 200 before it knows.
        if (!done.includes("<CompleteMultipartUploadResult"))
          throw new Error(`The store did not take it: ${codeOf(done)}`);
      } catch (error) {
        await ask("DELETE", at(key, { uploadId })).catch(() => {});
        throw error;
      }
    },
    async get(name) {
      const { body } = await ask("GET", at(keyOf(name)));
      return asBuffers(body);
    },
    async list() {
      const names: string[] = [];
      const folder = prefix ? `${prefix}/` : "";
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query: Record<string, string> = {
          "list-type": "2",
          prefix: folder,
          ...(token && { "continuation-token": token }),
        };
        const xml: string = await (await ask("GET", at("", query))).text();
        for (const [, key = ""] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(key.slice(folder.length));
        token = xml.includes("<IsTruncated>true") ? tag(xml, "NextContinuationToken") : undefined;
      }
      return names.filter(isBackup).sort();
    },
    async remove(name) {
      await (await ask("DELETE", at(keyOf(name)))).body?.cancel();
    },
  };
}

const TRIES = 4;

/** One signed call, tried again where the store is busy. @throws Error with the store's own word for what is wrong. */
async function ask(method: string, url: URL, body: Buffer = Buffer.alloc(0)): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, {
      ...{
        method,
        headers: signed(method, url, body),
        redirect: "error",
        signal: AbortSignal.timeout(600_000),
      },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    }).catch((error: unknown) => (tries < TRIES ? undefined : Promise.reject(away(url, error))));
    if (answer?.ok) return answer;
    const problem =
      answer && (answer.status < 500 || tries === TRIES) ? codeOf(await answer.text()) : undefined;
    if (problem !== undefined) throw new Error(`The store of backups answers ${answer?.status}: ${problem}`);
    await answer?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries));
  }
}

const away = (url: URL, cause: unknown) =>
  new Error(`The store of backups at ${url.host} cannot be reached.`, { cause });

const tag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
const codeOf = (xml: string) =>
  [tag(xml, "Code"), tag(xml, "Message")].filter(Boolean).join(", ") || "no reason";

async function* inParts(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    held.push(chunk);
    length += chunk.length;
    if (length < PART) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  yield Buffer.concat(held);
}

async function* asBuffers(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Buffer> {
  for await (const chunk of body ?? []) yield Buffer.from(chunk);
}
