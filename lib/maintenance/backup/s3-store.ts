import { log } from "#lib/core/log";
import { getMaintenanceVariables } from "#lib/maintenance/variables";
import { type BackupStore, isBackupName } from "./backup-names.ts";
import { signRequest } from "./s3-sign.ts";

/** Parts of a large file: 10,000 of them at most, so 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;

/** No upload of ours takes so long. */
const MAX_UPLOAD_MS = 24 * 3_600_000;

/**
 * Creates a store in a bucket of any S3 service. A file is sent in parts and exists after the last call has
 * joined them; unfinished uploads are aborted, those of a killed process by a later one, and never listed.
 */
export function createS3Store(place: string): BackupStore {
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_REGION } = getMaintenanceVariables();
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
  const folder = prefix ? `${prefix}/` : "";
  async function abortForgotten(): Promise<void> {
    const xml = await (await requestS3("GET", at("", { uploads: "", prefix: folder }))).text();
    for (const [upload] of xml.matchAll(/<Upload>.*?<\/Upload>/gs)) {
      const key = readTag(upload, "Key");
      const isForgotten = Date.parse(readTag(upload, "Initiated")) < Date.now() - MAX_UPLOAD_MS;
      if (isForgotten && isBackupName(key.slice(folder.length)))
        await requestS3("DELETE", at(key, { uploadId: readTag(upload, "UploadId") }));
    }
  }
  return {
    async put(name, file) {
      // A key may lack the rights, or the store the call: a lifecycle rule does the same.
      await abortForgotten().catch((error) => log.warn("backup.parts_not_listed", { error }));
      const key = keyOf(name);
      const begun = await requestS3("POST", at(key, { uploads: "" }));
      const uploadId = readTag(await begun.text(), "UploadId");
      try {
        const etags: string[] = [];
        for await (const part of splitIntoParts(file)) {
          const sent = await requestS3(
            "PUT",
            at(key, { partNumber: String(etags.length + 1), uploadId }),
            part,
          );
          etags.push(sent.headers.get("etag") ?? "");
          await sent.body?.cancel();
        }
        const list = etags.map(
          (etag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
        );
        const xml = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
        const done = await (await requestS3("POST", at(key, { uploadId }), Buffer.from(xml))).text();
        // The store responds 200 before the outcome.
        if (!done.includes("<CompleteMultipartUploadResult"))
          throw new Error(`The backup store rejected the upload: ${readErrorCode(done)}`);
      } catch (error) {
        await requestS3("DELETE", at(key, { uploadId })).catch(() => {});
        throw error;
      }
    },
    async get(name) {
      const { body } = await requestS3("GET", at(keyOf(name)));
      return toBuffers(body);
    },
    async list() {
      const names: string[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query: Record<string, string> = {
          "list-type": "2",
          prefix: folder,
          ...(token && { "continuation-token": token }),
        };
        const xml: string = await (await requestS3("GET", at("", query))).text();
        for (const [, key = ""] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) names.push(key.slice(folder.length));
        token = xml.includes("<IsTruncated>true") ? readTag(xml, "NextContinuationToken") : undefined;
      }
      return names.filter(isBackupName).sort();
    },
    async remove(name) {
      await (await requestS3("DELETE", at(keyOf(name)))).body?.cancel();
    },
  };
}

const MAX_ATTEMPTS = 4;

/** Makes a signed call, and retries while the store is busy. @throws Error with the store's error code. */
async function requestS3(method: string, url: URL, body: Buffer = Buffer.alloc(0)): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, {
      method,
      headers: signRequest(method, url, body),
      redirect: "error",
      signal: AbortSignal.timeout(600_000),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    }).catch((error: unknown) =>
      tries < MAX_ATTEMPTS ? undefined : Promise.reject(unreachableError(url, error)),
    );
    if (answer?.ok) return answer;
    const problem =
      answer && (answer.status < 500 || tries === MAX_ATTEMPTS)
        ? readErrorCode(await answer.text())
        : undefined;
    if (problem !== undefined) throw new Error(`The backup store responded ${answer?.status}: ${problem}`);
    await answer?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries));
  }
}

const unreachableError = (url: URL, cause: unknown) =>
  new Error(`The backup store at ${url.host} can't be reached.`, { cause });

const readTag = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
const readErrorCode = (xml: string) =>
  [readTag(xml, "Code"), readTag(xml, "Message")].filter(Boolean).join(", ") || "no reason";

/** Splits a file into parts of one size, which some stores demand, and a smaller last one. */
async function* splitIntoParts(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of file) {
    held.push(chunk);
    length += chunk.length;
    while (length >= PART_BYTES) {
      const whole = Buffer.concat(held);
      yield whole.subarray(0, PART_BYTES);
      held = [whole.subarray(PART_BYTES)];
      length -= PART_BYTES;
    }
  }
  yield Buffer.concat(held);
}

async function* toBuffers(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Buffer> {
  for await (const chunk of body ?? []) yield Buffer.from(chunk);
}
