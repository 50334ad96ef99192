import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time";
import { type Scene, scene } from "#lib/testing/scene";
import { changeView, dropView, findViews, savedViews, saveView } from "./saved-views.ts";

let at: Scene;
let ada: Ctx;
let ben: Ctx;
beforeAll(async () => {
  at = await scene();
  [ada, ben] = [await at.admin(), await at.admin()];
});
afterAll(() => at.close());

let lists = 0;
const names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
/** The address of a list that no other test has views of. */
const aList = () => `/admin/${names[lists++]}`;
const seenBy = async (ctx: Ctx, list: string) => (await savedViews(ctx, { list })).map(({ name }) => name);

test("a view is its owner's until it is shared; then it is everybody's at the desk", async () => {
  const list = aList();
  await saveView(ada, { list, name: "Failed MTN", query: "state=failed&network=1" });
  await saveView(ada, { list, name: "To answer", query: "state=desk", shared: "yes" });
  expect(await seenBy(ada, list)).toEqual(["To answer", "Failed MTN"]);
  expect(await savedViews(ben, { list })).toMatchObject([{ name: "To answer", shared: true, by: "Admin 1" }]);

  const [own, shared] = (await savedViews(ada, { list })).toReversed();
  await expect(changeView(ben, { id: own?.id ?? 0, name: "Mine" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(dropView(ben, { id: own?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  await changeView(ben, { id: shared?.id ?? 0, name: "Desk", shared: "yes" });
  expect(await seenBy(ada, list)).toEqual(["Desk", "Failed MTN"]);
  await changeView(ada, { id: own?.id ?? 0, name: "Failed", shared: "yes" });
  expect(await seenBy(ben, list)).toEqual(["Desk", "Failed"]);
  await dropView(ben, { id: own?.id ?? 0 });
  expect(await seenBy(ada, list)).toEqual(["Desk"]);
  const records = await at.system.db.execute(
    sql`select action from audit where subject = 'view' order by id`,
  );
  expect(records.map(({ action }) => action)).toEqual([
    ...["view.saved", "view.saved", "view.changed", "view.changed", "view.deleted"],
  ]);
});

test("one name is one view: for one admin, and for the desk", async () => {
  const list = aList();
  const taken = { code: "invalid", fields: { name: ["There is a view of this name."] } };
  await saveView(ada, { list, name: "Late", query: "state=overdue" });
  await expect(saveView(ada, { list, name: "late", query: "state=desk" })).rejects.toMatchObject(taken);
  await saveView(ben, { list, name: "Late", query: "state=desk", shared: "yes" });
  const own = (await savedViews(ada, { list })).find(({ shared }) => !shared);
  await expect(changeView(ada, { id: own?.id ?? 0, name: "LATE", shared: "yes" })).rejects.toMatchObject(
    taken,
  );
  expect(await savedViews(ada, { list })).toMatchObject([
    { query: "state=desk" },
    { query: "state=overdue" },
  ]);
});

test("the filters are kept in one order, without pages, and nothing else is", async () => {
  const list = aList();
  await saveView(ada, { list, name: "A", query: "state=failed&q=a+b%26c&after=9&network=&from=2026-02-31" });
  expect(await savedViews(ada, { list })).toMatchObject([{ query: "q=a+b%26c&state=failed" }]);
  for (const query of ["after=9", "from=yesterday"])
    await expect(saveView(ada, { list, name: "B", query })).rejects.toMatchObject({ code: "invalid" });
  for (const elsewhere of ["/home", "//evil.example/admin/x", "/admin/../home", "/admin/x?y", "/admin/"])
    await expect(saveView(ada, { list: elsewhere, name: "B", query: "a=b" })).rejects.toThrow();
});

test("days that move along are as many days later as it is now; others stay", async () => {
  const list = aList();
  const today = Temporal.PlainDate.from(dayOf(new Date()));
  const query = `from=${today.subtract({ days: 7 })}&state=failed&to=${today}`;
  await saveView(ada, { list, name: "Last week", query, moves: "yes" });
  await saveView(ada, { list, name: "That week", query });
  await at.system.db.execute(
    sql`update saved_views set moves_from = moves_from - 40, query = replace(replace(query, ${`${today}`}, ${`${today.subtract({ days: 40 })}`}),
      ${`${today.subtract({ days: 7 })}`}, ${`${today.subtract({ days: 47 })}`}) where list = ${list}`,
  );
  const [moved, stayed] = await savedViews(ada, { list });
  expect(moved?.query).toBe(query);
  expect(stayed?.query).toBe(
    `from=${today.subtract({ days: 47 })}&state=failed&to=${today.subtract({ days: 40 })}`,
  );
});

test("the palette finds views by words of their names, of all lists, and no one else's", async () => {
  const [one, other] = [aList(), aList()];
  await saveView(ada, { list: one, name: "Night shift", query: "a=b" });
  await saveView(ada, { list: other, name: "The NIGHT desk", query: "a=b", shared: "yes" });
  expect((await findViews(ada, { q: "night" }, 5)).map(({ list }) => list).sort()).toEqual(
    [one, other].sort(),
  );
  expect(await findViews(ben, { q: "night" }, 5)).toMatchObject([{ list: other }]);
  expect(await findViews(ben, { q: "ni%ght" }, 5)).toEqual([]);
});

test("a list has as many views as it shows, and only admins in person have any", async () => {
  const list = aList();
  for (let n = 0; n < 20; n += 1) await saveView(ada, { list, name: `View ${n}`, query: "a=b" });
  await expect(saveView(ada, { list, name: "One more", query: "a=b" })).rejects.toMatchObject({
    code: "conflict",
  });
  await saveView(ben, { list, name: "One more", query: "a=b" });
  const { ctx } = await at.reseller();
  const refused = { code: "not_found" };
  await expect(savedViews(ctx, { list })).rejects.toMatchObject(refused);
  await expect(findViews(ctx, { q: "view" }, 5)).rejects.toMatchObject(refused);
  await expect(saveView(ctx, { list, name: "X", query: "a=b" })).rejects.toMatchObject(refused);
  const [some] = await savedViews(ada, { list });
  await expect(changeView(ctx, { id: some?.id ?? 0, name: "X" })).rejects.toMatchObject(refused);
  await expect(dropView(ctx, { id: some?.id ?? 0 })).rejects.toMatchObject(refused);
  await expect(saveView(at.system, { list, name: "X", query: "a=b" })).rejects.toMatchObject({
    code: "forbidden",
  });
});
