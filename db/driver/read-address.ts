import { readFileSync } from "node:fs";
import type { TlsOptions } from "node:tls";
import { splitParameters, type TlsFiles } from "#lib/core/database-parameters";

/** The address of one server as the driver takes it, and its TLS where files of the address define it. */
export interface DriverAddress {
  url: string;
  options: { ssl?: TlsOptions & { checkServerIdentity?: () => undefined } };
}

/**
 * Reads a connection string as a provider shows it. As in PostgreSQL's own clients, a certificate of
 * `sslrootcert` is required of the server also with `sslmode=require`, and its name only with `verify-full`.
 * @throws Error in words when a file can't be read
 */
export function readAddress(address: string): DriverAddress {
  const { url, sslmode = "prefer", files } = splitParameters(address);
  if (sslmode === "disable" || Object.keys(files).length === 0) return { url, options: {} };
  const { sslrootcert: root, sslcert, sslkey } = files;
  const isVerified = root !== undefined && !["allow", "prefer"].includes(sslmode);
  const isNameChecked = root === "system" || sslmode === "verify-full";
  return {
    url,
    options: {
      ssl: {
        ...(root && root !== "system" && { ca: read("sslrootcert", root) }),
        ...(sslcert && { cert: read("sslcert", sslcert) }),
        ...(sslkey && { key: read("sslkey", sslkey) }),
        rejectUnauthorized: isVerified || sslmode.startsWith("verify"),
        ...(!isNameChecked && { checkServerIdentity: () => undefined }),
      },
    },
  };
}

function read(name: keyof TlsFiles, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error(`DATABASE_URL: ${name} names ${file}, which can't be read by this user.`, { cause });
  }
}
