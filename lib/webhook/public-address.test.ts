import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { checkUrl } from "./check-url.ts";
import { post } from "./post.ts";
import { isPublic } from "./public-address.ts";

test.each([
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "127.0.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "198.18.0.1",
  "192.0.2.1",
  "::",
  "::1",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "fec0::1",
  "ff02::1",
  "::ffff:8.8.8.8",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::a00:1",
  "2002:7f00:1::",
  "2001:0:1::1",
  "nonsense",
])("%s is not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(["8.8.8.8", "2606:4700:4700::1111"])("%s is public", (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each([
  "http://example.com/",
  "ftp://example.com/",
  "https://user:pass@example.com/",
  "https://example.com:22/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://127.1/",
  "https://localhost/",
  "https://nowhere.invalid/",
  "nonsense",
])("%s is refused when it is added", async (url) => {
  await expect(checkUrl(url)).rejects.toMatchObject({
    code: "invalid",
    fields: { url: [expect.any(String)] },
  });
});

test("a message reaches neither a private address nor a name that leads to one", async () => {
  let reached = 0;
  const server = createServer((_request, response) => {
    reached += 1;
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"]) {
    const posted = await post(`https://${host}:${port}/`, "{}", {});
    expect(posted.problem).toMatch(/is not a public address/);
  }
  expect(reached).toBe(0);
  server.close();
});
