import { expect, test } from "vitest";
import { findActions } from "./find-actions.ts";

const ACTIONS = [
  { label: "Credit a wallet", href: "/credit", keywords: "add money" },
  { label: "Manage staff", href: "/staff", keywords: "roles permissions" },
];
const find = (q: string) => findActions(ACTIONS, q).map(({ href }) => href);

test("finds an action by the beginning of any of its words", () => {
  expect(find("credit")).toEqual(["/credit"]);
  expect(find("STAFF")).toEqual(["/staff"]);
  expect(find("wal cred")).toEqual(["/credit"]);
  expect(find("add mon")).toEqual(["/credit"]);
});

test("finds no action by a part within a word, nor by words of two", () => {
  for (const q of ["edit", "credit staff", "", "  ", "ada"]) expect(find(q), q).toEqual([]);
});
