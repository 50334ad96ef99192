import type { ServerResponse } from "node:http";
import type { ResponseKind } from "./fault.ts";
import type { ResponseEnding } from "./log.ts";
import type { SandboxExchange } from "./receive.ts";
import type { SandboxResponse } from "./responses.ts";
import type { SandboxWorld } from "./world.ts";

const MAX_LOGGED_CHARACTERS = 4_000;
const HUGE_BYTES = 16 * 1024 * 1024;

const RESPONSE_ENDINGS: Partial<Record<ResponseKind, ResponseEnding>> = {
  cut: "cut",
  stall: "stalled",
  hang: "hung",
  reset: "reset",
  close: "closed",
};

/** Sends a response, whole or broken as the fault says, and adds it to the log. */
export async function sendSandboxResponse(
  world: SandboxWorld,
  { entry, response }: SandboxExchange,
  answer: SandboxResponse,
  kind?: ResponseKind,
) {
  const html = typeof answer.body === "string";
  const text = corruptText(html ? String(answer.body) : JSON.stringify(answer.body), kind);
  const ending = (kind && RESPONSE_ENDINGS[kind]) ?? "sent";
  const spoken = ending === "sent" || ending === "cut" || ending === "stalled";
  entry.answer = {
    status: spoken ? answer.status : null,
    body: text.slice(0, MAX_LOGGED_CHARACTERS),
    ending,
  };
  entry.answeredAt = Date.now();
  world.log.touch(entry);
  if (spoken) {
    response.writeHead(answer.status, {
      "content-type": html ? "text/html; charset=utf-8" : "application/json",
      "content-length": Buffer.byteLength(text),
      ...answer.headers,
    });
  }
  endResponse(response, text, ending);
}

function corruptText(text: string, kind: ResponseKind | undefined): string {
  if (kind === "invalid-json") return `${text.slice(0, -2)},]`;
  return kind === "huge" ? text + " ".repeat(HUGE_BYTES) : text;
}

function endResponse(response: ServerResponse, text: string, ending: ResponseEnding) {
  const bytes = Buffer.from(text);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (ending === "sent") response.end(bytes);
  else if (ending === "cut") response.write(half, () => response.destroy());
  else if (ending === "stalled") response.write(half);
  else if (ending === "reset") response.socket?.resetAndDestroy();
  else if (ending === "closed") response.destroy();
}
