import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { PICTURE_BYTES } from "#lib/core/picture-limits";
import { type Scene, scene } from "#lib/testing/scene";
import type { PaymentWay } from "./payment-way.ts";
import { picture, sharePicture } from "./picture.ts";
import { saveLogo } from "./save-logo.ts";
import { openShop } from "./save-shop.ts";
import { ownShop } from "./shop-view.ts";

let at: Scene;
let ctx: Ctx;

beforeAll(async () => {
  at = await scene();
  ({ ctx } = await at.reseller());
  const payments: PaymentWay[] = [{ kind: "cash", where: "12 Allen Avenue." }];
  await openShop(ctx, { name: "Ada", slug: "ada", phone: "", markup: "10", payments });
});
afterAll(() => at.close());

const photo = () =>
  sharp({ create: { width: 900, height: 400, channels: 3, background: "#cc3311" } })
    .withExif({ IFD0: { Artist: "CANARY" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1" } })
    .jpeg()
    .toBuffer();

async function logo(): Promise<Buffer> {
  const hash = (await ownShop(ctx)).logo?.split("/").at(-1) ?? "";
  return Buffer.from(await picture(at.system, { slug: "ada", hash }));
}

test("a logo is drawn anew: a small square, with nothing of the file's own in it", async () => {
  const file = await photo();
  expect(file.includes("CANARY")).toBe(true);
  await saveLogo(ctx, file);
  const kept = await logo();
  expect(await sharp(kept).metadata()).toMatchObject({ format: "webp", width: 320, height: 320 });
  expect((await sharp(kept).metadata()).exif).toBe(undefined);
  expect(kept.includes("CANARY")).toBe(false);
});

test.each([
  [
    "a drawing",
    Buffer.from(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>",
    ),
  ],
  ["text", Buffer.from("hello")],
  ["nothing", Buffer.alloc(0)],
  ["too large a file", Buffer.alloc(PICTURE_BYTES + 1)],
])("%s is refused, and the logo stays", async (_what, bytes) => {
  const before = (await ownShop(ctx)).logo;
  await expect(saveLogo(ctx, bytes)).rejects.toMatchObject({
    code: "invalid",
    fields: { picture: [expect.any(String)] },
  });
  expect((await ownShop(ctx)).logo).toBe(before);
});

test("another shop's address, and another hash, find no picture", async () => {
  const hash = (await ownShop(ctx)).logo?.split("/").at(-1) ?? "";
  await expect(picture(at.system, { slug: "other", hash })).rejects.toMatchObject({ code: "not_found" });
  for (const wrong of ["0".repeat(32), "\0", ""])
    await expect(picture(at.system, { slug: "ada", hash: wrong })).rejects.toMatchObject({
      code: "not_found",
    });
});

test("the picture of a shared link has the size that chats want, with and without a logo", async () => {
  const size = { format: "png", width: 1200, height: 630 };
  const withLogo = await sharePicture(at.system, { slug: "ada" });
  expect(await sharp(await withLogo.png()).metadata()).toMatchObject(size);
  await saveLogo(ctx, null);
  expect((await ownShop(ctx)).logo).toBe(null);
  const without = await sharePicture(at.system, { slug: "ada" });
  expect(await sharp(await without.png()).metadata()).toMatchObject(size);
  expect(without.tag).not.toBe(withLogo.tag);
});

test("the picture of a shared link is drawn once for whoever asks, and not for an address that is none", async () => {
  const [one, two] = [
    await sharePicture(at.system, { slug: "ada" }),
    await sharePicture(at.system, { slug: "ada" }),
  ];
  expect(two.tag).toBe(one.tag);
  expect(await two.png()).toBe(await one.png());
  for (const slug of ["\0", "no-such-shop", "../ada"])
    await expect(sharePicture(at.system, { slug })).rejects.toMatchObject({ code: "not_found" });
});
