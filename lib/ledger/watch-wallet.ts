import { listen } from "#db/listen";
import { type Ctx, requirePerson } from "#lib/core/context";

/**
 * Tells when money of the acting reseller was moved by hand or asked for; admins of everybody's.
 * @returns how to stop.
 */
export async function watchWallet(ctx: Ctx, handler: () => void): Promise<() => void> {
  const { kind, id } = requirePerson(ctx);
  return listen("wallet", (resellerId) => {
    if (kind === "admin" || resellerId === "" || Number(resellerId) === id) handler();
  });
}
