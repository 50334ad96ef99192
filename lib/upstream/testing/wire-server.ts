import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that writes raw bytes, so that tests can send malformed responses. */
export interface WireServer {
  port: number;
  connections: number;
  /** The text of each whole request. */
  requests: string[];
  /** Called for each whole request. */
  answer: (socket: Socket) => void;
  close(): Promise<void>;
}

export async function startWireServer(): Promise<WireServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    self.connections += 1;
    let text = "";
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.on("data", (bytes) => {
      text += bytes;
      if (!isComplete(text)) return;
      self.requests.push(text);
      text = "";
      self.answer(socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const self: WireServer = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    requests: [],
    answer: (socket) => socket.destroy(),
    async close() {
      for (const socket of open) socket.destroy();
      await once(server.close(), "close");
    },
  };
  return self;
}

/** Formats an HTTP response, with its length unless `headers` say how the body ends. */
export function formatHttpResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): string {
  const fields = { "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Said`, ...lines, "", body].join("\r\n");
}

function isComplete(text: string): boolean {
  const [head = "", body] = text.split("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return body !== undefined && Buffer.byteLength(body) >= length;
}
