import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";

/** Serves the app in the given folder, as the portal is served but without the portal's code, until stdin ends. */
const server = createServer();
const app = next({ dev: false, dir: process.argv[2] ?? "", httpServer: server });
await app.prepare();
server.on("request", app.getRequestHandler());
server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.stdin.on("end", () => process.exit()).resume();
