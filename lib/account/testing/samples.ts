import { sql } from "drizzle-orm";
import { findRoleByName } from "#lib/account/admins";
import { openSession } from "#lib/account/session/session";
import { signUp } from "#lib/account/sign-up/sign-up";
import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { saveRole } from "#lib/account/staff/roles";
import { createToken } from "#lib/account/token/create-token";
import { requireNoApproval } from "#lib/audit/approval-request";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { restrictReseller } from "#lib/reseller/restrict-reseller";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  passkey_challenges: (at) =>
    `insert into passkey_challenges (hash, device_hash, expires_at) values (gen_random_uuid(), 'x', ${at})`,
  password_links: (at) =>
    `insert into password_links (account_id, hash, created_by, expires_at, ended_at) values (1, gen_random_uuid(), 'x', now(), ${at})`,
  pending_sign_ins: (at) =>
    `insert into pending_sign_ins (hash, account_id, expires_at) values (gen_random_uuid(), 1, ${at})`,
  reset_requests: (at) => `insert into reset_requests (email, requested_at) values ('a@example.com', ${at})`,
  sessions: (at) => `insert into sessions (secret_hash, account_id, expires_at, ended_at)
    values (gen_random_uuid(), 1, now() + interval '1 day', ${at})`,
  sign_ups: (at) => `insert into sign_ups (email, name, phone, about, hash, state, decided_at)
    values ('a@example.com', 'Ada', 'x', 'x', gen_random_uuid(), 'rejected', ${at})`,
  throttles: (at) =>
    `insert into throttles (bucket, failures, free_at, updated_at) values (gen_random_uuid(), 1, ${at}, ${at})`,
  trusted_devices: (at) =>
    `insert into trusted_devices (account_id, device_hash, expires_at) values (1, 'x', ${at})`,
};

let made = 0;

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at, second } = scene;

  async function createSignUp(): Promise<number> {
    await changeSettings(at.system, signUpSettings, { open: "yes" });
    made += 1;
    const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
    await signUp(visitor, { email: `new-${made}@example.com`, name: "New", phone: "08031234567", about: "" });
    return (await signUpList.page(at.system)).rows.at(-1)?.id ?? 0;
  }

  async function addToken(): Promise<number> {
    return (await createToken(at.system, { resellerId: scene.reseller.id, name: "Website" })).id;
  }

  async function findRoleId(name: string): Promise<number> {
    return (await findRoleByName(at.system, name)).id;
  }

  /** Adds an admin without a role. @returns the id. */
  async function createAdminWithoutRole(): Promise<number> {
    const id = getAdminId(await at.admin());
    await at.system.db.execute(sql`delete from staff where id = ${id}`);
    return id;
  }

  /** Returns a form that adds a permission to such a role. */
  const getRoleForm = async (more: string) => ({
    id: await addRole(),
    version: 1,
    name: `Night ${made}`,
    permissions: ["answer", more],
    reason: REASON,
  });

  /** Adds an unused custom role. @returns the id. */
  async function addRole(): Promise<number> {
    made += 1;
    const night = { name: `Own ${made}`, permissions: ["answer" as const], reason: "for the night" };
    return requireNoApproval(await saveRole(at.system, night));
  }

  const getAdminId = ({ actor }: Ctx) => (actor.kind === "admin" ? actor.id : 0);

  return {
    addResellerNote: async () => ({ resellerId: scene.reseller.id, text: "They called." }),
    approveSignUp: async () => ({ id: await createSignUp(), level: "affiliate", reason: REASON }),
    changeLevel: async () => ({ ...(await scene.changed()), level: "top_user" }),
    closeAdmin: async () => ({ id: getAdminId(await at.admin()), reason: REASON }),
    createResellerPasswordLink: {
      given: async () => ({ resellerId: scene.reseller.id, reason: REASON }),
      makes: true,
    },
    createToken: {
      given: async () => ({ resellerId: scene.reseller.id, name: "Shop", reason: REASON }),
      makes: true,
    },
    endAdminSessions: async () => ({ id: getAdminId(await at.admin()), reason: REASON }),
    endResellerSessions: async () => {
      const { id } = scene.reseller;
      await openSession(
        at.system,
        { id, role: "reseller", email: "r@example.com", level: "api" },
        { agent: "a test" },
      );
      return { resellerId: scene.reseller.id, reason: REASON };
    },
    giveRole: [
      async () => ({
        id: getAdminId(await at.admin()),
        roleId: await findRoleId("finance"),
        version: 1,
        reason: REASON,
      }),
      async () => ({
        id: await createAdminWithoutRole(),
        roleId: await findRoleId("finance"),
        version: 0,
        reason: REASON,
      }),
    ],
    inviteAdmin: {
      given: async () => {
        made += 1;
        return {
          email: `admin-to-be-${made}@example.com`,
          name: "Zainab",
          roleId: await findRoleId("support"),
          reason: REASON,
        };
      },
      makes: true,
    },
    inviteReseller: {
      given: async () => {
        made += 1;
        return { email: `invited-${made}@example.com`, name: "Ngozi", level: "affiliate", reason: REASON };
      },
      makes: true,
    },
    liftRestriction: async () => {
      await restrictReseller(second, await scene.changed());
      return scene.changed();
    },
    rejectSignUp: async () => ({ id: await createSignUp(), reason: REASON }),
    removeRole: async () => ({ id: await addRole(), version: 1, reason: REASON }),
    resetTwoFactor: async () => {
      await at.system.db.execute(
        sql`insert into second_factors (account_id, secret, enabled_at) values (${scene.reseller.id}, 'sealed', now())`,
      );
      return { resellerId: scene.reseller.id, reason: REASON };
    },
    rotateToken: async () => ({ id: await addToken(), overlapHours: 24, reason: REASON }),
    saveRole: [
      () => getRoleForm("prices"),
      () => getRoleForm("money"),
      {
        given: async () => {
          made += 1;
          return { name: `Cashier ${made}`, permissions: "money", reason: REASON };
        },
        makes: true,
      },
    ],
    setDailyLimit: async () => ({ ...(await scene.changed()), limit: "5,000" }),
    setMessagePayer: async () => ({ ...(await scene.changed()), payer: "wallet" }),
    setOperatorCollection: async () => ({ ...(await scene.changed()), collects: "yes" }),
    setResellerLowWalletThreshold: async () => ({ ...(await scene.changed()), below: "5,000" }),
  };
}
