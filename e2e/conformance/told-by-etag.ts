import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

/** Whoever has a list of the portal already is told so by its ETag: 304, without a body. */
export function toldByETag(path: string): void {
  test(`whoever has ${path} already is told so by its ETag`, async ({ portal }) => {
    const { usual } = portal.service;
    const first = await call(usual, path);
    const tag = first.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[\w-]{20,}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await call(usual, path, { headers: { "If-None-Match": known } });
      expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, tag]);
    }
    expect((await call(usual, path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });
}
