import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "#e2e/conformance/fixtures";
import { sendRawRequest } from "#e2e/raw-request";

const ORDER = JSON.stringify({ plan: 1, network: 1, mobile_number: "08031234567" });
/** Headers that differ by the request, the time, the framing of the body, and what the server adds to Vary. */
const OWN_HEADERS =
  /^(x-request-id|date|(x-)?ratelimit-\w+|content-length|transfer-encoding|idempotency-replayed|vary)\b/i;

const PATHS = [
  ...["/api/data/", "/api/data/.", "/api/data/..", "/api/data/%2e", "/api/data/%2E%2e", "/api/data/./"],
  ...[
    "/api/data/a%2Fb",
    "/api/data/a%5Cb",
    "/api/data/a\\b",
    "/api/data/..\\",
    "/api/data/x/..",
    "/api/data/x/y",
  ],
  ...["/api/data/ref-1/", "/api/data/ref-1?", "/api/data/ref-1?x=1", "/api/data//ref-1", "//api/data/ref-1"],
  ...["/api/data/REF-1", "/API/data/ref-1", "/api/DATA/ref-1", "/api/data%2Fref-1", "/api/d%61ta/ref-1"],
  ...[
    "/api/data/ref-1#x",
    "/api/data/%00",
    "/api/data/%zz",

    "/x/../api/data",
    "/api/x/../data",
  ],
  ...[
    "/api/balance/",
    "/api/Balance",
    "/api/balance/..",
    "/api/x/../balance",
    "/api/b%61lance",
    "/api/balance#",
  ],
  ...["/api", "/api/", "//api//", "/api?x", "/api\\balance", "/api/balance\\", "/api/[[...path]]"],
  ...["/api/events/x", "/api/auth", "/api/balance.json", "/api/data_plans.rsc", "/api/data/ref-1.rsc"],
];

test("gives any address the same response in the portal's own server and in `next start`", async ({
  portal,
}) => {
  const { url, token } = await portal.open();
  const plain = await portal.system.start({ roles: "plain next" });
  const usual = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const send = async (to: string, method: string, path: string) => {
    const body = method === "POST" ? ORDER : "";
    const { answer } = await sendRawRequest(to, { method, path, headers: usual, body });
    const [head = "", ...rest] = answer.split("\r\n\r\n");
    const [status, ...lines] = head.split("\r\n").filter((line) => !OWN_HEADERS.test(line));
    // A page: the framework serves it in both.
    if (/content-type: text\/html/i.test(head)) return { status };
    return {
      status,
      headers: lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase())).toSorted(),
      body: rest.join("\r\n\r\n").replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, ""),
    };
  };
  const compare = async (path: string) => {
    for (const method of ["GET", "POST"]) {
      await portal.system.database.db.execute(sql`delete from call_windows`);
      const [own, framework] = [await send(url, method, path), await send(plain.url, method, path)];
      expect([method, path, framework]).toEqual([method, path, own]);
    }
  };
  for (const path of PATHS) await compare(path);
  const piece = fc.constantFrom(..."aZ0._-/\\%?&+:;=@~", ".", "..", "%2e", "%2F", "%252e", "%41", "%c3%a9");
  const ref = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(ref, (text) => compare(`/api/data/${text}`)),
    { numRuns: 60 },
  );
});
