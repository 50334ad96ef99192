import type { RunView, Status } from "#lib/bulk/run-view";
import { countText } from "../../ui/count-text.ts";
import { purchaseWords, type StateWords } from "../../ui/purchase-words.ts";

/** Where a row stands, in people's words. */
export function statusWords(status: Status): StateWords {
  switch (status) {
    case "waiting":
      return { word: "Waiting", tone: "plain" };
    case "open":
      return purchaseWords("sending");
    case "cancelled":
      return purchaseWords("failed", true);
    case "left":
      return { word: "Not bought", tone: "unsure" };
    default:
      return purchaseWords(status);
  }
}

/** What a list is called: its file, or how many numbers were pasted. */
export function runTitle({ fileName, rows }: RunView): string {
  return fileName ?? (rows === 1 ? "1 number" : `${countText(rows)} numbers`);
}

/** Where a list stands, in a word and a few more. */
export function runWords(run: RunView): StateWords & { note: string } {
  const { state, pause, over, counts, rows, fileName } = run;
  if (state === "draft") {
    const note = fileName ? `${countText(rows)} rows` : "";
    return { word: "Not begun", tone: "plain", note };
  }
  const note = (["successful", "failed", "unconfirmed"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${countText(counts[status])} ${SHORT[status]}`)
    .join(", ");
  if (over) return { ...(state === "cancelled" ? CANCELLED : DONE), note };
  if (state === "cancelled") return { ...CANCELLED, note };
  return { ...(pause === null ? GOING : { word: PAUSED[pause], tone: "unsure" }), note };
}

const PAUSED = {
  asked: "Paused",
  money: "Waits for money",
  limit: "Waits for tomorrow",
  room: "Waits for room",
  service: "Waits",
  price: "Prices changed",
  restricted: "Stopped",
} satisfies Record<NonNullable<RunView["pause"]>, string>;
const SHORT = { successful: "delivered", failed: "failed", unconfirmed: "not confirmed" };
const DONE: StateWords = { word: "Done", tone: "good" };
const CANCELLED: StateWords = { word: "Cancelled", tone: "plain" };
const GOING: StateWords = { word: "On its way", tone: "wait" };
