import { expect, test } from "vitest";
import { findInvalidForm } from "./invalid-form.ts";

const OURS = { Host: "localhost:3000", Origin: "http://localhost:3000" };
const ID = "7f".repeat(21);

/** Builds the request that a page sends by script. */
function call(fields: Record<string, string>, headers: Record<string, string> = {}): Request {
  return plain(fields, { "Next-Action": ID, ...headers });
}

/** Builds the request that a page sends without script. */
function plain(fields: Record<string, string>, headers: Record<string, string> = {}): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return new Request("http://localhost:3000/sign-in", {
    method: "POST",
    body,
    headers: { ...OURS, ...headers },
  });
}

async function find(request: Request) {
  const body = Buffer.from(await request.arrayBuffer());
  return findInvalidForm(request.method, Object.fromEntries(request.headers), body);
}

test.each([
  ["a call with the state and the form", call({ "1_email": "a", "0": '[null,"$K1"]' })],
  [
    "one whose previous result has money, times and texts with a dollar",
    call({
      "0": '[{"ok":false,"values":{"a":"$$5"},"at":"$D2026-11-21T00:00:00.000Z","n":"$n500","u":"$undefined"},"$K1"]',
    }),
  ],
  ["a plain form with its action", call({ "0": '["$K1"]' })],
  [
    "a form without script",
    plain({
      $ACTION_REF_1: "",
      "$ACTION_1:0": `{"id":"${ID}","bound":"$@1"}`,
      "$ACTION_1:1": "[null]",
      $ACTION_KEY: "k",
      email: "$5",
    }),
  ],
  ["one that binds nothing", plain({ [`$ACTION_ID_${ID}`]: "", email: "a" })],
  ["an upload to a route", plain({ picture: "x" }, { Origin: "https://elsewhere.example" })],
])("accepts %s", async (_what, request) => {
  expect(await find(request)).toBeUndefined();
});

test.each([
  ["without its form", call({ "0": "[null]" })],
  ["with invalid JSON", call({ "0": "x" })],
  ["that refers to a missing part", call({ "0": '[{"a":"$2"},"$K1"]' })],
  ["with more arguments than any action has", call({ "0": JSON.stringify(Array(11).fill("$K1")) })],
  ["with more values than any form has", call({ "0": JSON.stringify([Array(50_001).fill(1), "$K1"]) })],
  ["that points at a function", call({ "0": '["$F1","$K1"]' })],
  [
    "without script, of a nameless action",
    plain({ $ACTION_REF_1: "", "$ACTION_1:0": '{"id":1,"bound":null}' }),
  ],
  [
    "without script and without the state",
    plain({ $ACTION_REF_1: "", "$ACTION_1:0": `{"id":"${ID}","bound":"$@1"}` }),
  ],
])("a call %s is a bad request", async (_what, request) => {
  expect(await find(request)).toMatchObject({ status: 400 });
});

test.each(["null", "http://[", "https://elsewhere.example"])("rejects a call from %s", async (Origin) => {
  expect(await find(call({ "0": '[null,"$K1"]' }, { Origin }))).toMatchObject({ status: 403 });
});

test("rejects two messages in one, because two parsers would read two forms", async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="0"\r\n\r\n[null,"$K1"]\r\n--b--\r\n';
  const headers = { ...OURS, "Next-Action": ID, "Content-Type": "multipart/form-data; boundary=b" };
  const sent = (body: string) =>
    find(new Request("http://localhost:3000/", { method: "POST", body, headers }));
  expect(await sent(part)).toBeUndefined();
  expect(await sent(part + part)).toMatchObject({ status: 400 });
});
