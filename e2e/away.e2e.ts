import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, expectAccessible, test } from "./fixtures.ts";

test("while the database is away a page says so, and that looking moved no money", async ({
  page,
  context,
  people,
  stage,
  allow,
}) => {
  allow(/status of 50[03]|React error #441/);
  const line = await lineTo(new URL(stage.database.url));
  const member = await stage.start({ roles: "web", env: { DATABASE_URL: line.url } });
  await people.signIn(context, await people.reseller(), member.url);
  await page.goto(`${member.url}/home`);
  await expect(page.getByText("Bought today")).toBeVisible();
  await line.cut();
  for (const path of ["/home", "/sign-in"]) {
    await page.goto(`${member.url}${path}`);
    await expect(page.getByRole("heading", { name: "Back in a moment" })).toBeVisible();
    await expect(page.getByText("Looking at a page never moves money.")).toBeVisible();
  }
  await expectAccessible(page);
  await member.kill();
});

/** A line to the database that can be cut. */
async function lineTo(database: URL) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    for (const socket of [near, far]) open.add(socket.on("error", () => socket.destroy()));
    near.pipe(far).pipe(near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(database);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    async cut() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
    },
  };
}
