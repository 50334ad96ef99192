import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { createAdmin } from "#lib/account/admins";
import { createReseller } from "#lib/account/reseller/create-reseller";
import { asReseller } from "#lib/testing/scene";
import { getAuditHistory, getResellerHistory } from "./audit-history.ts";
import { auditList } from "./audit-list.ts";
import { eraseAuditPersonalData } from "./erase-audit-personal-data.ts";
import { recordAudit } from "./record-audit.ts";

const db = await createTestDatabase();
afterAll(() => db.close());
const ctx = db.systemCtx;
let made = 0;

async function reseller() {
  made += 1;
  const email = `ngozi-${made}@example.com`;
  const { id } = await createReseller(ctx, { email, name: `Ngozi ${made}`, level: "api" });
  const about = { subject: "reseller", subjectId: id, resellerId: id };
  await recordAudit(ctx, {
    ...about,
    action: "shop.saved",
    reason: `${email} called from +234 803 123 4567, ref A-17`,
    before: { name: "Ngozi's", payments: [{ accountNumber: "3012345678" }], hue: 12 },
    after: { name: "Ngozi & Co", hue: 80 },
  });
  return { id, email };
}

const stored = async (id: number) =>
  JSON.stringify(await db.sql`select to_jsonb(a) as record from audit a where reseller_id = ${id}`);

test("stores personal data separately, and shows it to permitted readers", async () => {
  const { id, email } = await reseller();
  expect(await stored(id)).not.toMatch(/ngozi|3012345678|803 123/i);
  expect(await stored(id)).toContain("ref A-17");
  const whole = {
    reason: `${email} called from +234 803 123 4567, ref A-17`,
    before: { name: "Ngozi's", payments: [{ accountNumber: "3012345678" }], hue: 12 },
    after: { name: "Ngozi & Co", hue: 80 },
  };
  expect((await auditList.page(ctx, { action: "shop.saved", reseller: id })).rows).toMatchObject([whole]);
  expect((await getAuditHistory(ctx, { subject: "reseller", subjectId: id })).at(-1)).toMatchObject(whole);
  expect((await getResellerHistory(ctx, { resellerId: id })).at(-1)).toMatchObject(whole);
});

test("erases a person's data from every record, with the time of erasure", async () => {
  const [{ id, email }, other] = [await reseller(), await reseller()];
  await recordAudit(ctx, {
    action: "sign-up.requested",
    subject: "sign-up",
    subjectId: 1,
    after: { email, about: "I sell" },
  });
  const before = (await auditList.page(ctx, {})).rows.length;
  expect(await eraseAuditPersonalData(ctx, { email: email.toUpperCase(), reason: "asked for it" })).toBe(3);
  const rows = (await auditList.page(ctx, {})).rows;
  expect(rows).toHaveLength(before + 1);
  // The names beside a record are the account's, which are erased with the account.
  const records = rows.map(({ resellerName, subjectName, ...record }) => record);
  expect(JSON.stringify(records)).not.toMatch(new RegExp(`${email}|Ngozi ${made - 1}`));
  expect(JSON.stringify(rows)).toContain(other.email);
  const erased = rows.find((row) => row.resellerId === id && row.action === "shop.saved");
  expect(erased).toMatchObject({
    reason: "[…] called from […], ref A-17",
    before: { hue: 12 },
    after: { hue: 80, personalFacts: expect.stringMatching(/^erased today /) },
  });
  expect((await Array.fromAsync(auditList.csv(ctx, {}))).join("")).not.toContain(email);
  expect(rows[0]).toMatchObject({
    action: "personal.erased",
    reason: "asked for it",
    before: { records: 3 },
  });
  await expect(eraseAuditPersonalData(ctx, { email, reason: "once more" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("keeps addresses that only begin or end with the erased one", async () => {
  const similar = ["joann@example.co", "ann@example.com", "ann@example.co.uk", "o.ann@example.co"];
  for (const email of ["ann@example.co", ...similar])
    await createReseller(ctx, { email, name: "Ann", level: "api" });
  const words = ["wrote from (Ann@example.co).", "mail me:\nann@example.co"];
  for (const reason of words)
    await recordAudit(ctx, { action: "x", subject: "sign-up", subjectId: 1, reason });
  expect(await eraseAuditPersonalData(ctx, { email: "ann@example.co", reason: "asked for it" })).toBe(3);
  const rows = JSON.stringify((await auditList.page(ctx, {})).rows);
  for (const email of similar) expect(rows).toContain(`"${email}"`);
  for (const said of words) expect(rows).not.toContain(JSON.stringify(said).slice(1, -1));
});

test("allows only erasure of separated data, by admins", async () => {
  const { id, email } = await reseller();
  const resellerCtx = await asReseller(db.systemCtx, id);
  await expect(eraseAuditPersonalData(resellerCtx, { email, reason: "mine" })).rejects.toMatchObject({
    code: "not_found",
  });
  for (const change of [
    sql`update audit_personal set facts = '{}'`,
    sql`update audit_personal set facts = null`,
    sql`delete from audit_personal`,
    sql`truncate audit_personal`,
    sql`update audit set after = '{}'`,
  ])
    await expect(db.db.execute(change)).rejects.toThrow();
});

test("separates personal text from a record, and shows it to admins", async () => {
  const recorded =
    await db.sql`insert into audit (actor, action, subject, subject_id, reason, before, after) values
    ('admin:1', 'reseller.renamed', 'reseller', '7', 'as agreed', '{"name": "Ada"}', '{"name": "Ben", "level": "api"}'),
    ('admin:1', 'wallet.credited', 'wallet', '7', 'transfer of ada@example.com', null, '{"wallet": "5"}'),
    ('admin:1', 'wallet.credited', 'wallet', '7', 'sold 3@500@MTN, a@b@', null, '{"wallet": "8"}'),
    ('admin:1', 'reseller.level', 'reseller', '7', 'as agreed', '{"level": "api"}', '{"level": "top_user"}')
    returning id, reason, after`;
  expect(recorded.map(({ reason, after }) => [reason, after])).toEqual([
    ["as agreed", { level: "api" }],
    ["transfer of […]", { wallet: "5" }],
    ["sold […], […]@", { wallet: "8" }],
    ["as agreed", { level: "top_user" }],
  ]);
  const { rows } = await auditList.page(ctx, {});
  expect(rows.slice(0, 4).map(({ reason, after }) => [reason, after])).toEqual([
    ["as agreed", { level: "top_user" }],
    ["sold 3@500@MTN, a@b@", { wallet: "8" }],
    ["transfer of ada@example.com", { wallet: "5" }],
    ["as agreed", { name: "Ben", level: "api" }],
  ]);
});

test("erases an admin's account by its address", async () => {
  const email = "leaving@example.com";
  await createAdmin(ctx, { email, name: "Leaving", password: "kettle-orbit-93-lamp" });
  expect(await eraseAuditPersonalData(ctx, { email, reason: "left us" })).toBe(1);
});
