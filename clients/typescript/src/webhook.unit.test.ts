import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookError } from "./webhook.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const BODY = JSON.stringify({ type: "webhook.test", timestamp: "", data: { message: "It works. ₦" } });

/** Signs an event as another implementation of Standard Webhooks does. */
function signEvent({ ageS = 0, secrets = [SECRET] }: { ageS?: number; secrets?: string[] } = {}) {
  const sentAt = new Date(Date.now() - ageS * 1000);
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign("msg_1", sentAt, BODY)).join(" "),
  };
}

test("accepts an event as text and as bytes, with headers of fetch, of Node and in any case", async () => {
  const headers = signEvent();
  const event = JSON.parse(BODY);
  const nodeHeaders = { ...headers, accept: ["a", "b"], host: undefined };
  const upperCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  for (const form of [new Headers(headers), nodeHeaders, upperCase])
    for (const body of [BODY, new TextEncoder().encode(BODY)])
      expect(await verifyWebhook({ body, headers: form, secret: SECRET })).toEqual(event);
});

test("accepts one of several signatures, and one of several secrets, while a secret changes", async () => {
  const headers = signEvent({ secrets: [OTHER_SECRET, SECRET] });
  expect(await verifyWebhook({ body: BODY, headers, secret: SECRET })).toMatchObject({
    type: "webhook.test",
  });
  expect(
    await verifyWebhook({ body: BODY, headers: signEvent(), secret: [OTHER_SECRET, SECRET] }),
  ).toMatchObject({ type: "webhook.test" });
});

test("rejects a changed body, id or time, another secret, an unknown version and a missing header", async () => {
  const headers = signEvent();
  const signature = headers["webhook-signature"];
  const verify = (changes: object, body = BODY) =>
    verifyWebhook({ body, headers: { ...headers, ...changes }, secret: SECRET });
  const second = String(Number(headers["webhook-timestamp"]) + 1);
  for (const attempt of [
    () => verify({}, BODY.replace("works", "wrecks")),
    () => verify({ "webhook-id": "msg_2" }),
    () => verify({ "webhook-timestamp": second }),
    () => verify({ "webhook-signature": signature.replace("v1,", "v2,") }),
    () => verify({ "webhook-signature": "v1,AAAA v1,%%% v1" }),
    () => verify({ "webhook-signature": undefined }),
    () => verifyWebhook({ body: BODY, headers, secret: OTHER_SECRET }),
  ])
    await expect(attempt()).rejects.toThrow(WebhookError);
});

test("rejects an event beyond the tolerance, in the past and in the future", async () => {
  const verify = (ageS: number, toleranceS?: number) =>
    verifyWebhook({
      body: BODY,
      headers: signEvent({ ageS }),
      secret: SECRET,
      ...(toleranceS && { toleranceS }),
    });
  await expect(verify(400)).rejects.toThrow(WebhookError);
  await expect(verify(-400)).rejects.toThrow(WebhookError);
  expect(await verify(200)).toMatchObject({ type: "webhook.test" });
  expect(await verify(400, 3_600)).toMatchObject({ type: "webhook.test" });
});

test("says that an invalid secret is the reader's own mistake", async () => {
  for (const secret of ["", "whsec_", "whsec_%"])
    await expect(verifyWebhook({ body: BODY, headers: signEvent(), secret })).rejects.toThrow(TypeError);
});
