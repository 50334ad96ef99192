import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { postToUrl } from "./post-to-url.ts";
import { dnsResolver, isPublicAddress, validatePublicUrl } from "./public-address.ts";

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
  "64:ff9b::808:808",
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

test.each(["8.8.8.8", "192.0.1.1", "2606:4700:4700::1111", "2001:4860:4860::8888"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

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

/** Starts a name server that returns these addresses in order, then always the last; without any it doesn't respond. */
async function nameServer(...answers: string[]) {
  const types: string[] = [];
  const socket = createSocket("udp4", (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const isFour = query.readUInt16BE(end - 4) === 1;
    types.push(isFour ? "A" : "AAAA");
    if (answers.length === 0) return;
    const address = isFour ? [(answers.length > 1 ? answers.shift() : answers[0]) ?? ""] : [];
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, address.length, 0, 0, 0, 0]);
    const records = address.map((text) => [
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      4,
      ...text.split(".").map(Number),
    ]);
    socket.send(
      Buffer.concat([head, query.subarray(12, end), ...records.map((record) => Buffer.from(record))]),
      from.port,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  dnsResolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const close = () => {
    // No other server can be set while a question to this one is open.
    dnsResolver.cancel();
    socket.close();
  };
  return { asked: types, close };
}

test("checks a name again at each connection, and rejects one that changed to a private address", async () => {
  const server = await nameServer("8.8.8.8", "127.0.0.1");
  expect(await validatePublicUrl("https://turning.example/hook")).toBe("https://turning.example/hook");
  const posted = await postToUrl("https://turning.example:4443/hook", {
    body: "{}",
    headers: {},
    timeoutMs: 60_000,
  });
  expect(posted.problem).toBe("127.0.0.1 is not a public address");
  server.close();
});

test("rejects a name with one private address among others", async () => {
  const server = await nameServer("10.0.0.1");
  await expect(validatePublicUrl("https://inside.example/")).rejects.toMatchObject({
    fields: { url: [expect.stringContaining("private network")] },
  });
  server.close();
});

test("resolves names over the network without the process's threads, and gives up on a silent server", async () => {
  const server = await nameServer();
  const posts = Array.from({ length: 8 }, (_, n) =>
    postToUrl(`https://silent-${n}.example/`, { body: "{}", headers: {}, timeoutMs: 1_500 }),
  );
  for (const { problem } of await Promise.all(posts)) expect(problem).toMatch(/no response|says nothing/);
  expect(server.asked.length).toBeGreaterThanOrEqual(16);
  server.close();
});
