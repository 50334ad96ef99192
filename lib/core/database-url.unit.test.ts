import { expect, test } from "vitest";
import { changeDatabaseUrl, getDatabaseName, isDatabaseUrl, listServerUrls } from "./database-url.ts";

test.each([
  "postgres://portal@db/portal",
  "postgresql://portal:p%40ss@db.example:5433/portal?sslmode=require",
  "postgres://portal@db1,db2/portal",
  "postgres://portal:secret@10.0.0.1:5432,10.0.0.2:5433,[::1]:5434/portal",
])("accepts %s", (url) => {
  expect(isDatabaseUrl(url)).toBe(true);
});

test.each([
  "mysql://db/portal",
  "db1,db2",
  "postgres://db1:x,db2/portal",
  "postgres://db1, db2:0x/portal",
  "postgres://portal:50%off@db/portal",
  "postgres://portal:50#b@db/portal",
  "postgres://portal:50/b@db/portal",
  "postgres://portal:50?b@db/portal",
])("rejects %s", (url) => {
  expect(isDatabaseUrl(url)).toBe(false);
});

test("lists the address of each server", () => {
  expect(listServerUrls("postgres://a:b@db1:5432,db2/portal?sslmode=require")).toEqual([
    "postgres://a:b@db1:5432/portal?sslmode=require",
    "postgres://a:b@db2/portal?sslmode=require",
  ]);
  expect(listServerUrls("postgres://a@db/portal")).toEqual(["postgres://a@db/portal"]);
});

test("replaces the database and the login for all servers", () => {
  const url = "postgres://a:b@db1:5432,db2/portal?sslmode=require";
  expect(changeDatabaseUrl(url, { database: "other" })).toBe(
    "postgres://a:b@db1:5432,db2/other?sslmode=require",
  );
  expect(changeDatabaseUrl(url, { username: "c", password: "d" })).toBe(
    "postgres://c:d@db1:5432,db2/portal?sslmode=require",
  );
  expect(getDatabaseName(url)).toBe("portal");
});
