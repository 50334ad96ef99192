import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openScene } from "#lib/testing/open-scene";
import { shareBuildFiles } from "./share-build-files.ts";
import { compressStaticFiles } from "./static-files.ts";

const at = await openScene();

/** Starts a process of a build with one file. */
async function startBuild(name: string, text: string) {
  const dir = `${mkdtempSync(join(tmpdir(), "portal-build-"))}/`;
  mkdirSync(`${dir}chunks`);
  writeFileSync(`${dir}chunks/${name}.js`, text);
  await compressStaticFiles(dir);
  const serve = await shareBuildFiles(at.system, dir);
  const server = createServer(async (request, response) => {
    if (!(await serve(request, response))) response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    rmSync(dir, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  return (file: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}/_next/static/${file}`, init);
}

test("serves the script of another process's build, whichever began first", async () => {
  const old = await startBuild("old", "old()");
  const young = await startBuild("young", "young()");
  for (const [from, file, text] of [
    [old, "chunks/young.js", "young()"],
    [young, "chunks/old.js?dpl=1", "old()"],
  ] as const)
    for (const coding of ["br", "identity"]) {
      const response = await from(file, { headers: { "Accept-Encoding": coding } });
      expect([response.status, await response.text()]).toEqual([200, text]);
      expect(response.headers.get("content-type")).toContain("application/javascript");
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
    }
});

test("leaves its own files, and those of no build, to the framework", async () => {
  const build = await startBuild("own", "own()");
  for (const file of [
    "chunks/own.js",
    "chunks/none.js",
    "chunks/../own.js",
    "chunks/%6fwn.js",
    "chunks/own.txt",
  ])
    expect((await build(file)).status, file).toBe(404);
  expect((await build("chunks/none.js", { method: "POST" })).status).toBe(404);
});

test("keeps a build's files once, and as long as a process has them", async () => {
  await startBuild("again", "again()");
  await at.system.db.execute("update build_files set seen_at = now() - interval '29 days', body = '\\x00'");
  await startBuild("again", "again()");
  const [row] = await at.system.db.execute<{ size: number; fresh: boolean }>(
    "select length(body)::int as size, seen_at > now() - interval '1 minute' as fresh from build_files where path = 'chunks/again.js'",
  );
  expect(row).toEqual({ size: 1, fresh: true });
});
