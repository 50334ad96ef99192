import { z } from "zod";
import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import { confirmMatches, readWaitingMatches } from "#lib/supplier/confirm-matches";
import { addSupplier } from "#lib/supplier/save-supplier";
import { turnSupplierOn } from "#lib/supplier/turn-supplier";
import { SECOND_SUPPLIER_NAME } from "./second-prices.ts";

/** Adds the second sandbox as a supplier that is on, with its plans matched. */
export async function addSecondSupplier(
  databaseUrl: string,
  { url, token }: { url: string; token: string },
): Promise<void> {
  const { db, close } = connect(databaseUrl, 2);
  const ctx: Ctx = { actor: { kind: "system", name: "demo" }, db };
  const reason = "To try the portal with";
  try {
    const { id } = await addSupplier(ctx, {
      name: SECOND_SUPPLIER_NAME,
      baseUrl: url,
      secretToken: token,
      level: "api",
      perMinute: 30,
      timeoutS: 190,
      rank: 2,
      lowBalance: "50000",
      reason,
    });
    const waiting = await readWaitingMatches(ctx, { supplierId: id });
    if (waiting) await confirmMatches(ctx, { supplierId: id, fingerprint: waiting.fingerprint });
    const [row] = await readRows(db, z.object({ version: int }))`
      select version from suppliers where id = ${id}`;
    await turnSupplierOn(ctx, { id, version: row?.version ?? 1, reason });
  } finally {
    await close();
  }
}
