import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server on loopback that speaks TLS, as a proxy before the portal does. */
export interface TestTlsServer {
  port: number;
  /** The file of the authority by which its certificate is valid. */
  authority: string;
  /** Takes a new certificate, for another name. */
  certify(name: string): void;
  close(): void;
}

/** Starts it with a certificate for one name, such as "*.example.com". */
export async function startTlsServer(name: string, respond: RequestListener): Promise<TestTlsServer> {
  const dir = mkdtempSync(join(tmpdir(), "portal-tls-"));
  const removeFiles = () => rmSync(dir, { recursive: true, force: true });
  process.once("exit", removeFiles);
  const [key, authority] = [join(dir, "key.pem"), join(dir, "cert.pem")];
  const makeCertificate = (forName: string) => {
    const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const about = ["-subj", "/CN=test", "-addext", `subjectAltName=DNS:${forName}`];
    execFileSync("openssl", [...kind, ...about, "-keyout", key, "-out", authority], { stdio: "ignore" });
    return { key: readFileSync(key), cert: readFileSync(authority) };
  };
  const server = createServer(makeCertificate(name), respond);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    authority,
    certify: (another) => server.setSecureContext(makeCertificate(another)),
    close() {
      server.close();
      server.closeAllConnections();
      removeFiles();
    },
  };
}
