import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that writes raw bytes, so that tests can send malformed answers; it counts what reaches it. */
export interface Wire {
  port: number;
  connections: number;
  /** The requests that came, each whole text as it was sent. */
  requests: string[];
  /** What happens once a whole request is there. */
  answer: (socket: Socket) => void;
  close(): Promise<void>;
}

export async function wire(): Promise<Wire> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    self.connections += 1;
    let text = "";
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.on("data", (bytes) => {
      text += bytes;
      if (!isWhole(text)) return;
      self.requests.push(text);
      text = "";
      self.answer(socket);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const self: Wire = {
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

/** An HTTP answer as bytes; the length is told unless `headers` say how the body ends. */
export function http(status: number, body: string, headers: Record<string, string> = {}): string {
  const told = { "content-length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Said`, ...lines, "", body].join("\r\n");
}

function isWhole(text: string): boolean {
  const [head = "", body] = text.split("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return body !== undefined && Buffer.byteLength(body) >= length;
}
