import { createHash } from "node:crypto";
import css from "../offline/offline.css?text";
import script from "../offline/script.ts?text";
import worker from "../offline/worker.ts?text";

const version = createHash("sha256").update(`${worker} ${script} ${css}`).digest("hex").slice(0, 16);

/** The service worker. It is another one whenever it, or the page that it keeps, changed. */
export function GET(): Response {
  return new Response(worker.replace("VERSION", version), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-store" },
  });
}
