import type { ServerResponse } from "node:http";
import type { Answer } from "./answers.ts";
import type { AnswerKind } from "./fault.ts";
import type { Ending } from "./log.ts";
import type { Exchange } from "./receive.ts";
import type { World } from "./world.ts";

const loggedCharacters = 4_000;
const hugeBytes = 16 * 1024 * 1024;

const endings: Partial<Record<AnswerKind, Ending>> = {
  cut: "cut",
  stall: "stalled",
  hang: "hung",
  reset: "reset",
  close: "closed",
};

/** Puts an answer on the wire, whole or broken as the fault says, and into the log. */
export async function send(world: World, { entry, response }: Exchange, answer: Answer, kind?: AnswerKind) {
  const html = typeof answer.body === "string";
  const text = spoilt(html ? String(answer.body) : JSON.stringify(answer.body), kind);
  const ending = (kind && endings[kind]) ?? "sent";
  const spoken = ending === "sent" || ending === "cut" || ending === "stalled";
  entry.answer = { status: spoken ? answer.status : null, body: text.slice(0, loggedCharacters), ending };
  entry.answeredAt = Date.now();
  world.log.touch(entry);
  if (spoken) {
    response.writeHead(answer.status, {
      "content-type": html ? "text/html; charset=utf-8" : "application/json",
      "content-length": Buffer.byteLength(text),
      ...answer.headers,
    });
  }
  finish(response, text, ending);
}

function spoilt(text: string, kind: AnswerKind | undefined): string {
  if (kind === "invalid-json") return `${text.slice(0, -2)},]`;
  return kind === "huge" ? text + " ".repeat(hugeBytes) : text;
}

function finish(response: ServerResponse, text: string, ending: Ending) {
  const bytes = Buffer.from(text);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  if (ending === "sent") response.end(bytes);
  else if (ending === "cut") response.write(half, () => response.destroy());
  else if (ending === "stalled") response.write(half);
  else if (ending === "reset") response.socket?.resetAndDestroy();
  else if (ending === "closed") response.destroy();
}
