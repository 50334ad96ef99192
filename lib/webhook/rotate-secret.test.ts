import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { changePassword } from "#lib/account/password/set-password";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { handleEvents } from "#lib/event/testing/handle-events";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { modules, TABLES } from "#lib/modules";
import { getAccessReview } from "#lib/reseller/access-review";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { listEndpoints } from "./list-endpoints.ts";
import { endSecret, rotateSecret } from "./rotate-secret.ts";
import { sendTestEvent } from "./send-manually.ts";
import { openWebhookScene } from "./testing/webhook-scene.ts";

const { at, received, listen, sendDue } = await openWebhookScene();
beforeEach(() => {
  received.length = 0;
});

type Listener = Awaited<ReturnType<typeof listen>>;

/** Sends an event. @returns which of the secrets verify it, as recipients do */
async function verifyNext({ ctx, id }: Listener, secrets: readonly string[]): Promise<boolean[]> {
  await sendTestEvent(ctx, { id });
  await sendDue();
  const { body, headers } = received.at(-1) ?? { body: "", headers: {} };
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
}

/** As if the overlap of all replaced secrets were over. */
const endOverlap = () => at.system.db.execute(sql`update webhook_previous_secrets set valid_until = now()`);

test("signs with both secrets during the overlap, then only with the new one", async () => {
  const listener = await listen();
  const { secret } = await rotateSecret(listener.ctx, { id: listener.id, overlapHours: 24 });
  expect(secret).toMatch(/^whsec_/);
  expect(await verifyNext(listener, [listener.secret, secret])).toEqual([true, true]);
  expect(received[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  const [endpoint] = await listEndpoints(listener.ctx);
  const [previous] = endpoint?.previousSecrets ?? [];
  const hours = (previous?.validUntil.getTime() ?? 0) - (previous?.replacedAt.getTime() ?? 0);
  expect(hours).toBe(24 * 3_600_000);
  await endOverlap();
  expect(await verifyNext(listener, [listener.secret, secret])).toEqual([false, true]);
  expect(await listEndpoints(listener.ctx)).toMatchObject([{ previousSecrets: [] }]);
});

test("ends the old secret at once with no overlap, and all earlier ones", async () => {
  const listener = await listen();
  const { ctx, id } = listener;
  const second = await rotateSecret(ctx, { id, overlapHours: 168 });
  const third = await rotateSecret(ctx, { id, overlapHours: 0 });
  const secrets = [listener.secret, second.secret, third.secret];
  expect(await verifyNext(listener, secrets)).toEqual([false, false, true]);
});

test("signs with all three after two rotations in a row, none longer than the last overlap", async () => {
  const listener = await listen();
  const { ctx, id } = listener;
  const second = await rotateSecret(ctx, { id, overlapHours: 168 });
  const third = await rotateSecret(ctx, { id, overlapHours: 1 });
  const secrets = [listener.secret, second.secret, third.secret];
  expect(await verifyNext(listener, secrets)).toEqual([true, true, true]);
  const [endpoint] = await listEndpoints(ctx);
  const ends = endpoint?.previousSecrets.map(({ validUntil }) => validUntil.getTime()) ?? [];
  expect(ends).toHaveLength(2);
  expect(Math.max(...ends)).toBeLessThan(Date.now() + 61 * 60_000);
  const fourth = await rotateSecret(ctx, { id, overlapHours: 1 });
  await expect(rotateSecret(ctx, { id, overlapHours: 1 })).rejects.toMatchObject({ code: "conflict" });
  expect(await verifyNext(listener, [...secrets, fourth.secret])).toEqual([true, true, true, true]);
  await rotateSecret(ctx, { id, overlapHours: 0 });
});

test("ends one old secret now, for its owner alone", async () => {
  const listener = await listen();
  const { ctx, id } = listener;
  const { secret } = await rotateSecret(ctx, { id, overlapHours: 24 });
  const [endpoint] = await listEndpoints(ctx);
  const previousId = endpoint?.previousSecrets[0]?.id ?? 0;
  const stranger = await listen();
  await expect(endSecret(stranger.ctx, { id: previousId })).rejects.toMatchObject({ code: "not_found" });
  await expect(rotateSecret(stranger.ctx, { id, overlapHours: 24 })).rejects.toMatchObject({
    code: "not_found",
  });
  await endSecret(ctx, { id: previousId });
  expect(await verifyNext(listener, [listener.secret, secret])).toEqual([false, true]);
  await expect(endSecret(ctx, { id: previousId })).rejects.toMatchObject({ code: "not_found" });
});

test("keeps every secret of concurrent rotations, so that none that was shown is lost", async () => {
  const listener = await listen();
  const { ctx, id } = listener;
  const { system } = at;
  const rotations = await system.db.transaction(async (tx) => {
    await tx.execute(sql`select from webhook_endpoints where id = ${id} for update`);
    const started = [1, 2].map(() => rotateSecret(ctx, { id, overlapHours: 24 }));
    await waitForLocks(system, started.length);
    return started;
  });
  const rotated = await Promise.all(rotations);
  const secrets = [listener.secret, ...rotated.map(({ secret }) => secret)];
  expect(await verifyNext(listener, secrets)).toEqual([true, true, true]);
  await endOverlap();
  const left = await verifyNext(listener, secrets);
  expect(left.filter(Boolean)).toHaveLength(1);
  expect(left[0]).toBe(false);
});

test("seals replaced secrets, and deletes them a day after they end", async () => {
  const listener = await listen();
  const { ctx, id } = listener;
  const { secret } = await rotateSecret(ctx, { id, overlapHours: 24 });
  const { system } = at;
  const stored = async () =>
    JSON.stringify(
      await system.db.execute(sql`
        select row_to_json(e)::text from webhook_endpoints e union all select row_to_json(s)::text from webhook_previous_secrets s
        union all select row_to_json(a)::text from audit a`),
    );
  for (const shown of [listener.secret, secret]) expect(await stored()).not.toContain(shown.slice(6, 30));
  await system.db.execute(sql`update webhook_previous_secrets set valid_until = now() - interval '25 hours'`);
  await sweepOldData(system, TABLES, ["webhook_previous_secrets"]);
  expect(await system.db.execute(sql`select from webhook_previous_secrets`)).toHaveLength(0);
});

test("signs with the new secret when an old one cannot be decrypted", async () => {
  const listener = await listen();
  const { secret } = await rotateSecret(listener.ctx, { id: listener.id, overlapHours: 24 });
  await at.system.db.execute(
    sql`update webhook_previous_secrets set sealed_secret = ${Buffer.alloc(60, 7).toString("base64")}`,
  );
  expect(await verifyNext(listener, [secret])).toEqual([true]);
});

test("asks for the password", async () => {
  const { ctx, id, resellerId } = await listen();
  await at.system.db.execute(sql`update sessions set confirmed_at = null where account_id = ${resellerId}`);
  await expect(rotateSecret(ctx, { id, overlapHours: 0 })).rejects.toMatchObject({ code: "invalid" });
});

test("notifies the owner, and counts as new access", async () => {
  const { ctx, id, resellerId } = await listen();
  await changePassword(ctx, { currentPassword: TEST_PASSWORD, password: "quite another phrase" });
  expect((await getAccessReview(ctx, modules)).granted).toEqual([]);
  await at.system.db.execute(
    sql`update sessions set confirmed_at = now(), ended_at = null where account_id = ${resellerId}`,
  );
  await rotateSecret(ctx, { id, overlapHours: 24 });
  expect((await getAccessReview(ctx, modules)).granted).toMatchObject([{ id: `webhook ${id}` }]);
  await handleEvents(at.system);
  const notified = await at.system.db.execute(sql`
    select event from notifications where facts ->> 'action' like 'webhook.%' and account_id = ${resellerId}`);
  expect(notified.map(({ event }) => event)).toEqual(["keys", "keys"]);
});
