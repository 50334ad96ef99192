import { createHash, createHmac } from "node:crypto";
import { getMaintenanceVariables } from "#lib/maintenance/variables";

interface S3Credentials {
  id: string;
  secret: string;
  region: string;
}

/** Signs a request by AWS' Signature Version 4, which every S3 store supports. @returns the headers. */
export function signRequest(
  method: string,
  url: URL,
  body: Buffer,
  signer: S3Credentials = readCredentials(),
  at = new Date(),
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const scope = `${day}/${signer.region}/s3/aws4_request`;
  const content = sha256(body);
  const named = { host: url.host, "x-amz-content-sha256": content, "x-amz-date": time };
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodePath(name)}=${encodePath(value)}`)
    .sort();
  const canonicalRequest = [
    method,
    url.pathname,
    query.join("&"),
    ...Object.entries(named).map(([name, value]) => `${name}:${value}`),
    "",
    Object.keys(named).join(";"),
    content,
  ].join("\n");
  const key = [day, signer.region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${signer.secret}`,
  );
  const signature = createHmac("sha256", key)
    .update(["AWS4-HMAC-SHA256", time, scope, sha256(canonicalRequest)].join("\n"))
    .digest("hex");
  const { host: _host, ...headers } = named;
  return {
    ...headers,
    Authorization: `AWS4-HMAC-SHA256 Credential=${signer.id}/${scope}, SignedHeaders=${Object.keys(named).join(";")}, Signature=${signature}`,
  };
}

function readCredentials(): S3Credentials {
  const { BACKUP_S3_KEY_ID, BACKUP_S3_SECRET, BACKUP_S3_REGION } = getMaintenanceVariables();
  if (!BACKUP_S3_KEY_ID || !BACKUP_S3_SECRET)
    throw new Error("Set BACKUP_S3_KEY_ID and BACKUP_S3_SECRET, the credentials of the backup store.");
  return { id: BACKUP_S3_KEY_ID, secret: BACKUP_S3_SECRET, region: BACKUP_S3_REGION };
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const encodePath = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
