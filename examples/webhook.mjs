// Receives events and prints those that the portal signed: WEBHOOK_SECRET=whsec_… PORT=8080 node webhook.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { WEBHOOK_SECRET, PORT } = process.env;
if (!WEBHOOK_SECRET || !PORT) throw new Error("Set WEBHOOK_SECRET and PORT.");
const key = Buffer.from(WEBHOOK_SECRET.replace("whsec_", ""), "base64");

/** Returns the event, or why it isn't one that the portal signed within the last 5 minutes. */
function verify(body, headers) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  const expected = Buffer.from(
    `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`,
  );
  const isSigned = signatures
    .split(" ")
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
  if (!isSigned) return { problem: "the signature is not of this WEBHOOK_SECRET" };
  const secondsOff = Math.abs(Math.round(Date.now() / 1000 - Number(timestamp)));
  if (!(secondsOff <= 300)) return { problem: `timestamp is ${secondsOff} s off: set the clock` };
  return { event: JSON.parse(body) };
}

createServer(async (request, response) => {
  const { event, problem } = verify(await text(request), request.headers);
  response.writeHead(event ? 204 : 401).end(problem);
  if (event) console.log(JSON.stringify(event));
  else console.error(problem);
}).listen(Number(PORT));
