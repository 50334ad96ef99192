import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startDnsServer } from "#lib/testing/dns-server";
import { postToUrl } from "./post-to-url.ts";
import { dnsResolver, isPublicAddress, lookupPublicAddress, validatePublicUrl } from "./public-address.ts";

test.each([
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "127.0.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "192.0.0.1",
  "192.88.99.1",
  "198.51.100.1",
  "203.0.113.1",
  "240.0.0.1",
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
  "2002:808:808::1",
  "2001:0:1::1",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "3fff::1",
  "100::1",
  "100:0:0:1::1",
  "::8.8.8.8",
  "::ffff:0:808:808",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b::1:808:808",
  "64:ff9b:1::808:808",
  "4000::1",
  "5f00::1",
  "8000::1",
  "fe00::1",
  "fe80::1%eth0",
  "8",
  "0x08080808",
  "nonsense",
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "8.8.8.8",
  "192.0.1.1",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "64:ff9b::808:808",
  "64:ff9b::8.8.4.4",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
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
])("rejects %s as an address", async (url) => {
  await expect(validatePublicUrl(url)).rejects.toMatchObject({
    code: "invalid",
    fields: { url: [expect.any(String)] },
  });
});

test("sends no message to a private address or a name of one", async () => {
  let reached = 0;
  const server = createServer((_request, response) => {
    reached += 1;
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"]) {
    const posted = await postToUrl(`https://${host}:${port}/`, {
      body: "{}",
      headers: {},
      timeoutMs: 10_000,
    });
    expect(posted.problem).toMatch(/is not a public address/);
  }
  expect(reached).toBe(0);
  server.close();
});

/** Starts the DNS server that names are looked up at. */
async function startNameServer() {
  const server = await startDnsServer();
  dnsResolver.setServers([server.address]);
  onTestFinished(() => {
    // No other server can be set while a question to this one is open.
    dnsResolver.cancel();
    server.close();
  });
  return server;
}

test("checks a name again at each connection, and rejects one that changed to a private address", async () => {
  const names = await startNameServer();
  names.set("turning.example", "A", ["8.8.8.8"]);
  expect(await validatePublicUrl("https://turning.example/hook")).toBe("https://turning.example/hook");
  names.set("turning.example", "A", ["127.0.0.1"]);
  const posted = await postToUrl("https://turning.example:4443/hook", {
    body: "{}",
    headers: {},
    timeoutMs: 60_000,
  });
  expect(posted.problem).toBe("127.0.0.1 is not a public address");
});

test("connects to the public addresses of a name only, and rejects a name without one", async () => {
  const names = await startNameServer();
  names.set("inside.example", "A", ["10.0.0.1"]);
  names.set("inside.example", "AAAA", ["64:ff9b::10.0.0.1"]);
  await expect(validatePublicUrl("https://inside.example/")).rejects.toMatchObject({
    fields: { url: [expect.stringContaining("private network")] },
  });
  names.set("mixed.example", "A", ["10.0.0.1", "8.8.8.8"]);
  names.set("mixed.example", "AAAA", ["64:ff9b::8.8.8.8", "64:ff9b::127.0.0.1"]);
  expect(await validatePublicUrl("https://mixed.example/")).toBe("https://mixed.example/");
  const addresses = await new Promise<unknown>((resolve) =>
    lookupPublicAddress("mixed.example", { all: true }, (_error, result) => resolve(result)),
  );
  expect(addresses).toEqual([
    { address: "8.8.8.8", family: 4 },
    { address: "64:ff9b::808:808", family: 6 },
  ]);
});

test("resolves names over the network without the process's threads, and gives up on a silent server", async () => {
  const names = await startNameServer();
  names.silence(".example");
  const posts = Array.from({ length: 8 }, (_, n) =>
    postToUrl(`https://silent-${n}.example/`, { body: "{}", headers: {}, timeoutMs: 1_500 }),
  );
  for (const { problem } of await Promise.all(posts)) expect(problem).toMatch(/no response|says nothing/);
  expect(names.countQuestions()).toBeGreaterThanOrEqual(16);
});
