import { headers } from "next/headers";
import { type ShopContact, shopContact } from "#lib/shop/get-shop";
import { currentCtx } from "#lib/web/actor";

/** The sign of the shop that the page's address names, for pages that were not found and get no parameters. */
export async function signHere(): Promise<ShopContact | undefined> {
  const [, , slug = ""] = ((await headers()).get("x-path") ?? "").split(/[/?]/);
  return shopContact(await currentCtx(), { slug });
}
