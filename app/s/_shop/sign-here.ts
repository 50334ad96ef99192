import { headers } from "next/headers";
import { type SignView, shopSign } from "#lib/shop/shop-sign";
import { currentCtx } from "#lib/web/actor";

/** The sign of the shop that the page's address names, for pages that were not found and get no parameters. */
export async function signHere(): Promise<SignView | undefined> {
  const [, , slug = ""] = ((await headers()).get("x-path") ?? "").split(/[/?]/);
  return shopSign(await currentCtx(), { slug });
}
