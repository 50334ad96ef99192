import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { dayOf } from "#lib/core/time/time";
import { openScene } from "#lib/testing/open-scene";
import { changeView, deleteView, findSavedViews, listSavedViews, saveView } from "./saved-views.ts";

const at = await openScene();
const [ada, ben] = [await at.admin(), await at.admin()];

let lists = 0;
const names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
/** Returns the address of a list without views of other tests. */
const aList = () => `/admin/${names[lists++]}`;
const seenBy = async (ctx: Ctx, list: string) =>
  (await listSavedViews(ctx, { list })).map(({ name }) => name);

test("shows a view to its owner, and once shared to all admins", async () => {
  const list = aList();
  await saveView(ada, { list, name: "Failed MTN", query: "state=failed&network=1" });
  await saveView(ada, { list, name: "To answer", query: "state=desk", shared: "yes" });
  expect(await seenBy(ada, list)).toEqual(["To answer", "Failed MTN"]);
  expect(await listSavedViews(ben, { list })).toMatchObject([
    { name: "To answer", shared: true, by: "Admin 1" },
  ]);

  const [ownView, sharedView] = (await listSavedViews(ada, { list })).toReversed();
  await expect(changeView(ben, { id: ownView?.id ?? 0, name: "Mine" })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(deleteView(ben, { id: ownView?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  await changeView(ben, { id: sharedView?.id ?? 0, name: "Desk", shared: "yes" });
  expect(await seenBy(ada, list)).toEqual(["Desk", "Failed MTN"]);
  await changeView(ada, { id: ownView?.id ?? 0, name: "Failed", shared: "yes" });
  expect(await seenBy(ben, list)).toEqual(["Desk", "Failed"]);
  await deleteView(ben, { id: ownView?.id ?? 0 });
  expect(await seenBy(ada, list)).toEqual(["Desk"]);
  const records = await at.system.db.execute(
    sql`select action from audit where subject = 'view' and subject_id in (${`${ownView?.id}`}, ${`${sharedView?.id}`}) order by id`,
  );
  expect(records.map(({ action }) => action)).toEqual([
    ...["view.saved", "view.saved", "view.changed", "view.changed", "view.deleted"],
  ]);
});

test("allows a name once for an admin and once for all", async () => {
  const list = aList();
  const nameTaken = { code: "invalid", fields: { name: ["This name is taken. Choose another."] } };
  await saveView(ada, { list, name: "Late", query: "state=overdue" });
  await expect(saveView(ada, { list, name: "late", query: "state=desk" })).rejects.toMatchObject(nameTaken);
  await saveView(ben, { list, name: "Late", query: "state=desk", shared: "yes" });
  const ownView = (await listSavedViews(ada, { list })).find(({ shared }) => !shared);
  await expect(changeView(ada, { id: ownView?.id ?? 0, name: "LATE", shared: "yes" })).rejects.toMatchObject(
    nameTaken,
  );
  expect(await listSavedViews(ada, { list })).toMatchObject([
    { query: "state=desk" },
    { query: "state=overdue" },
  ]);
});

test("stores the filters in one order, without pages and other parameters", async () => {
  const list = aList();
  await saveView(ada, { list, name: "A", query: "state=failed&q=a+b%26c&after=9&network=&from=2026-02-31" });
  expect(await listSavedViews(ada, { list })).toMatchObject([{ query: "q=a+b%26c&state=failed" }]);
  for (const query of ["after=9", "from=yesterday"])
    await expect(saveView(ada, { list, name: "B", query })).rejects.toMatchObject({ code: "invalid" });
  for (const elsewhere of ["/home", "//evil.example/admin/x", "/admin/../home", "/admin/x?y", "/admin/"])
    await expect(saveView(ada, { list: elsewhere, name: "B", query: "a=b" })).rejects.toThrow();
});

test("moves relative days with the date, and keeps others", async () => {
  const list = aList();
  const today = Temporal.PlainDate.from(dayOf(new Date()));
  const query = `from=${today.subtract({ days: 7 })}&state=failed&to=${today}`;
  await saveView(ada, { list, name: "Last week", query, moves: "yes" });
  await saveView(ada, { list, name: "That week", query });
  await at.system.db.execute(
    sql`update saved_views set relative_from = relative_from - 40, query = replace(replace(query, ${`${today}`}, ${`${today.subtract({ days: 40 })}`}),
      ${`${today.subtract({ days: 7 })}`}, ${`${today.subtract({ days: 47 })}`}) where list = ${list}`,
  );
  const [moved, stayed] = await listSavedViews(ada, { list });
  expect(moved?.query).toBe(query);
  expect(stayed?.query).toBe(
    `from=${today.subtract({ days: 47 })}&state=failed&to=${today.subtract({ days: 40 })}`,
  );
});

test("finds views of all lists by words of their names, without other admins' views", async () => {
  const [first, second] = [aList(), aList()];
  await saveView(ada, { list: first, name: "Night shift", query: "a=b" });
  await saveView(ada, { list: second, name: "The NIGHT desk", query: "a=b", shared: "yes" });
  expect((await findSavedViews(ada, { q: "night" }, 5)).map(({ list }) => list).sort()).toEqual(
    [first, second].sort(),
  );
  expect(await findSavedViews(ben, { q: "night" }, 5)).toMatchObject([{ list: second }]);
  expect(await findSavedViews(ben, { q: "ni%ght" }, 5)).toEqual([]);
});

test("limits views per list, and denies them to all but signed-in admins", async () => {
  const list = aList();
  for (let n = 0; n < 20; n += 1) await saveView(ada, { list, name: `View ${n}`, query: "a=b" });
  await expect(saveView(ada, { list, name: "One more", query: "a=b" })).rejects.toMatchObject({
    code: "conflict",
  });
  await saveView(ben, { list, name: "One more", query: "a=b" });
  const { ctx } = await at.reseller();
  const rejected = { code: "not_found" };
  await expect(listSavedViews(ctx, { list })).rejects.toMatchObject(rejected);
  await expect(findSavedViews(ctx, { q: "view" }, 5)).rejects.toMatchObject(rejected);
  await expect(saveView(ctx, { list, name: "X", query: "a=b" })).rejects.toMatchObject(rejected);
  const [some] = await listSavedViews(ada, { list });
  await expect(changeView(ctx, { id: some?.id ?? 0, name: "X" })).rejects.toMatchObject(rejected);
  await expect(deleteView(ctx, { id: some?.id ?? 0 })).rejects.toMatchObject(rejected);
  await expect(saveView(at.system, { list, name: "X", query: "a=b" })).rejects.toMatchObject({
    code: "forbidden",
  });
});
