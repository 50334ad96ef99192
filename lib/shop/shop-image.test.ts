import sharp from "sharp";
import { expect, test } from "vitest";
import { MAX_IMAGE_BYTES } from "#lib/drawing/image-limits";
import { openScene } from "#lib/testing/open-scene";
import { saveLogo } from "./save-logo.ts";
import { getShareImage, getShopImage } from "./shop-image.ts";
import { getOwnShop } from "./shop-view.ts";
import { openTestShop } from "./testing/test-shop.ts";

const at = await openScene();
const { ctx } = await at.reseller();
await openTestShop(ctx, "ada", "10", "Ada");

const photo = () =>
  sharp({ create: { width: 900, height: 400, channels: 3, background: "#cc3311" } })
    .withExif({ IFD0: { Artist: "CANARY" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 0/1" } })
    .jpeg()
    .toBuffer();

async function logo(): Promise<Buffer> {
  const hash = (await getOwnShop(ctx)).logo?.split("/").at(-1) ?? "";
  return Buffer.from(await getShopImage(at.system, { slug: "ada", hash }));
}

test("draws a logo again as a small square without the file's metadata", async () => {
  const file = await photo();
  expect(file.includes("CANARY")).toBe(true);
  await saveLogo(ctx, file);
  const image = await logo();
  expect(await sharp(image).metadata()).toMatchObject({ format: "webp", width: 320, height: 320 });
  expect((await sharp(image).metadata()).exif).toBe(undefined);
  expect(image.includes("CANARY")).toBe(false);
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
  ["too large a file", Buffer.alloc(MAX_IMAGE_BYTES + 1)],
])("rejects %s, and keeps the logo", async (_what, bytes) => {
  const before = (await getOwnShop(ctx)).logo;
  await expect(saveLogo(ctx, bytes)).rejects.toMatchObject({
    code: "invalid",
    fields: { picture: [expect.any(String)] },
  });
  expect((await getOwnShop(ctx)).logo).toBe(before);
});

test("finds no image for another shop's address or another hash", async () => {
  const hash = (await getOwnShop(ctx)).logo?.split("/").at(-1) ?? "";
  await expect(getShopImage(at.system, { slug: "other", hash })).rejects.toMatchObject({ code: "not_found" });
  for (const wrong of ["0".repeat(32), "\0", ""])
    await expect(getShopImage(at.system, { slug: "ada", hash: wrong })).rejects.toMatchObject({
      code: "not_found",
    });
});

test("draws the image of a shared link in the size of chats, with and without a logo", async () => {
  await saveLogo(ctx, await photo());
  const size = { format: "png", width: 1200, height: 630 };
  const withLogo = await getShareImage(at.system, { slug: "ada" });
  expect(await sharp(await withLogo.png()).metadata()).toMatchObject(size);
  await saveLogo(ctx, null);
  expect((await getOwnShop(ctx)).logo).toBe(null);
  const without = await getShareImage(at.system, { slug: "ada" });
  expect(await sharp(await without.png()).metadata()).toMatchObject(size);
  expect(without.tag).not.toBe(withLogo.tag);
});

test("draws the image of a shared link once for all readers, and none for an invalid address", async () => {
  const [one, two] = [
    await getShareImage(at.system, { slug: "ada" }),
    await getShareImage(at.system, { slug: "ada" }),
  ];
  expect(two.tag).toBe(one.tag);
  expect(await two.png()).toBe(await one.png());
  for (const slug of ["\0", "no-such-shop", "../ada"])
    await expect(getShareImage(at.system, { slug })).rejects.toMatchObject({ code: "not_found" });
});
