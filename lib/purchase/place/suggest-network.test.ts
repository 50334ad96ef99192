import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { getNetworkPrefixes } from "#lib/catalogue/network-prefixes";
import { formatNetworkName } from "#lib/core/text/display-name";
import { openScene } from "#lib/testing/open-scene";
import { runUnguarded } from "#lib/testing/run-unguarded";
import { suggestNetwork } from "./suggest-network.ts";

const at = await openScene();

test("suggests the network of the last delivery to a number, else that of its first digits", async () => {
  const { id, ctx } = await at.reseller();
  const networks = new Map(
    [...(await getCatalogue(ctx)).plans.values()].map((plan) => [plan.networkName, plan.networkId]),
  );
  const [stored, networkId] = [...networks].find(([name]) => /^glo$/i.test(name)) ?? [];
  if (!stored) throw new Error("The sandbox doesn’t sell Glo.");
  const phone = `${getNetworkPrefixes(stored)[0]}1234567`;
  const name = "Glo";
  expect(await suggestNetwork(ctx, phone)).toEqual({ id: networkId, name });
  expect(await suggestNetwork(ctx, "+2342012345678")).toBeNull();
  const moved = [...networks].find(([, other]) => other !== networkId);
  if (!moved) throw new Error("The sandbox sells only one network.");
  await runUnguarded(
    at.system.db,
    sql`
    insert into purchases (ident, reseller_id, ref, channel, level, plan_id, network_id, network_name, type_name, size, volume,
      validity, phone, price, cost, wallet_before, wallet_after, state, deadline_at, settled_at, settled_by)
    values ('DTMOVED', ${id}, 'moved', 'web', 'affiliate', 1, ${moved[1]}::int, ${moved[0]}, 'SME', '1', 'GB', '30 Days', ${phone},
      1000, 900, 0, 0, 'successful', now(), now(), 'answer')`,
  );
  expect(await suggestNetwork(ctx, phone)).toEqual({ id: moved[1], name: formatNetworkName(moved[0]) });
  expect(await suggestNetwork((await at.reseller()).ctx, phone)).toEqual({ id: networkId, name });
});
