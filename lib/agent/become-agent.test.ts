import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { findAgentInvitation } from "#lib/account/sign-up/agent-invitation";
import { approveSignUp, rejectSignUp } from "#lib/account/sign-up/approve-sign-up";
import { signUp } from "#lib/account/sign-up/sign-up";
import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { openScene } from "#lib/testing/open-scene";
import { agentList } from "./agent-list.ts";
import { inviteAgent, withdrawInvitation } from "./invite-agent.ts";
import { getOwnParent, listAgents } from "./list-agents.ts";
import { readAgent, turnAgentsOn } from "./testing/make-agent.ts";

const at = await openScene();
const { system } = at;
const visitor: Ctx = { ...system, actor: { kind: "visitor" } };
let parent: { id: number; ctx: Ctx };
let admin: Ctx;
let made = 0;

beforeAll(async () => {
  admin = await at.admin();
});
beforeEach(async () => {
  await turnAgentsOn(system);
  await changeSettings(system, signUpSettings, { open: "yes" });
  parent = await at.reseller("top_user");
});

const invite = () => inviteAgent(parent.ctx, { name: "Bisi Kiosk", phone: "0803 000 0001" });

async function apply(invitation: string, more: { referralCode?: string; phone?: string } = {}) {
  const email = `agent-${++made}@example.com`;
  await signUp(visitor, { email, name: "Bisi", phone: "0803 000 0001", invitation, ...more });
  const [request] = (await signUpList.page(admin, { q: email })).rows;
  if (!request) throw new Error("There is no request.");
  return request;
}

const approve = (id: number) => approveSignUp(admin, { id, level: "smart_earner", reason: undefined });
const stateOf = async (id: number) => (await listAgents(parent.ctx)).find((agent) => agent.id === id)?.state;

test("a link shows who invites, brings a request that the admin sees, and approving makes the agent", async () => {
  const { id, secret } = await invite();
  const name = (await agentList.page(admin, { state: "invited" })).rows[0]?.parent.name;
  expect(await findAgentInvitation(visitor, secret)).toEqual({
    ...{ parent: name, name: "Bisi Kiosk", phone: "0803 000 0001" },
  });
  const request = await apply(secret);
  expect(request.agentOf).toEqual({ id: parent.id, name, samePhone: false, problem: null });
  expect(await findAgentInvitation(visitor, secret)).toBeUndefined();
  expect(await stateOf(id)).toBe("applied");
  const { resellerId } = await approve(request.id);
  const agent = await readAgent(system, resellerId);
  expect(agent.actor).toMatchObject({ agent: { parentId: parent.id, level: "top_user" } });
  expect(await getOwnParent(agent)).toMatchObject({ pairId: id, name, inForce: true });
  const [approved] = (await signUpList.page(admin, { state: "approved", q: request.email })).rows;
  expect(approved?.agentOf?.id).toBe(parent.id);
});

test("a link works once, also when two sign up at once, and not after it was withdrawn or has expired", async () => {
  const { secret } = await invite();
  const both = await Promise.allSettled([apply(secret), apply(secret)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const withdrawn = await invite();
  await withdrawInvitation(parent.ctx, { id: withdrawn.id });
  const expired = await invite();
  await system.db.execute(sql`update agents set expires_at = now() where id = ${expired.id}`);
  for (const link of [secret, withdrawn.secret, expired.secret, "another"]) {
    expect(await findAgentInvitation(visitor, link)).toBeUndefined();
    await expect(apply(link)).rejects.toMatchObject({ code: "conflict" });
  }
});

test("an invited applicant may sign up while sign-up is closed to others", async () => {
  const { secret } = await invite();
  await changeSettings(system, signUpSettings, { open: "" });
  expect((await apply(secret)).agentOf?.id).toBe(parent.id);
  const alone = signUp(visitor, { email: "alone@example.com", name: "Alone", phone: "0803 000 0001" });
  await expect(alone).rejects.toMatchObject({ code: "not_found" });
});

test("a rejected request ends the pair, and the request can be deleted as any other", async () => {
  const { id, secret } = await invite();
  const request = await apply(secret);
  await rejectSignUp(admin, { id: request.id, reason: "We don’t know this shop." });
  expect(await stateOf(id)).toBe("ended");
  await system.db.execute(sql`delete from sign_ups where id = ${request.id}`);
});

test("an approved request can be deleted as any other", async () => {
  const request = await apply((await invite()).secret);
  const { resellerId } = await approve(request.id);
  await system.db.execute(sql`delete from sign_ups where id = ${request.id}`);
  expect((await readAgent(system, resellerId)).actor).toMatchObject({ agent: { parentId: parent.id } });
});

test("names one phone number of both to the admin", async () => {
  const first = await apply((await invite()).secret);
  const { resellerId } = await approve(first.id);
  await system.db.execute(sql`update sign_ups set reseller_id = ${parent.id} where id = ${first.id}`);
  const { secret } = await invite();
  expect((await apply(secret)).agentOf).toMatchObject({ samePhone: true });
  expect((await apply((await invite()).secret, { phone: "0803 000 0002" })).agentOf).toMatchObject({
    samePhone: false,
  });
  expect(resellerId).not.toBe(parent.id);
});

test("opens the account without a parent who can't have agents now, or has the maximum, and says so before", async () => {
  const off = await invite();
  const offRequest = await apply(off.secret);
  await system.db.execute(sql`update resellers set level = 'affiliate' where id = ${parent.id}`);
  await system.db.execute(
    sql`update settings set value = value || '{"from": "top_user"}', version = version + 1 where name = 'agents'`,
  );
  const [asked] = (await signUpList.page(admin, { q: offRequest.email })).rows;
  expect(asked?.agentOf?.problem).toBe("off");
  const opened = await approve(offRequest.id);
  expect((await readAgent(system, opened.resellerId)).actor).toMatchObject({ agent: undefined });
  expect(await stateOf(off.id)).toBe("ended");

  await turnAgentsOn(system);
  const requests = [await apply((await invite()).secret), await apply((await invite()).secret)];
  await system.db.execute(
    sql`update settings set value = value || '{"most": 1}', version = version + 1 where name = 'agents'`,
  );
  const approved = await Promise.all(requests.map(({ id }) => approve(id)));
  const contexts = await Promise.all(approved.map(({ resellerId }) => readAgent(system, resellerId)));
  expect(
    contexts.filter(({ actor }) => actor.kind === "reseller" && actor.agent?.parentId === parent.id),
  ).toHaveLength(1);
});

test("an invitation takes the place of a referral, so that no reward comes on top", async () => {
  const request = await apply((await invite()).secret, { referralCode: "ABCDEF" });
  const [row] = await system.db.execute(sql`select referral_code from sign_ups where id = ${request.id}`);
  expect(row?.referral_code).toBeNull();
});
