import { createHash } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { storePictures, stores } from "#db/schema/store";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { redraw } from "#lib/core/picture";
import { ownStore } from "./own-store.ts";

const SIDE = 320;

/**
 * Makes a picture the logo of the acting reseller's shop, or takes the logo away. It is drawn anew as a
 * small square: nothing of the file itself, no place and no camera, is kept.
 * @throws not_found without a shop; invalid at `picture` when it is none; rate_limited while another of theirs is read.
 */
export async function saveLogo(ctx: Ctx, picture: Uint8Array | null): Promise<void> {
  const { id } = requireReseller(ctx);
  if (picture) await ownStore(ctx);
  const bytes = picture && (await redraw(id, picture, { width: SIDE, height: SIDE, fit: "cover" }));
  const hash = bytes && createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await inTransaction(ctx, async (tx) => {
    const store = await ownStore(tx);
    await tx.db.execute(sql`select from stores where id = ${store.id} for update`);
    if (bytes && hash)
      await tx.db.insert(storePictures).values({ storeId: store.id, hash, bytes }).onConflictDoNothing();
    await tx.db.update(stores).set({ logo: hash, updatedAt: sql`now()` }).where(eq(stores.id, store.id));
    await tx.db
      .delete(storePictures)
      .where(and(eq(storePictures.storeId, store.id), ne(storePictures.hash, hash ?? "")));
    await record(tx, {
      action: "store.logo",
      subject: "store",
      subjectId: store.slug,
      resellerId: id,
      after: { hash },
    });
  });
}
