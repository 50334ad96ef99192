import { z } from "zod";
import { normaliseAddress } from "#lib/core/network/ip-address";
import { defineVariables } from "#lib/core/variables";

export const getShopDomainVariables = defineVariables({
  schema: {
    /** Whether shops can have domains: the proxy must get certificates on demand. */
    SHOP_DOMAINS: z.enum(["on", "off"], "must be on or off").default("off"),
    /** The DNS servers that are queried about them, instead of the machine's. */
    SHOP_DOMAIN_DNS: z
      .string()
      .transform((text) => text.split(",").map((server) => server.trim()))
      .refine(
        (servers) => servers.every((server) => normaliseAddress(server) !== undefined),
        "must be addresses, such as 1.1.1.1,9.9.9.9",
      )
      .optional(),
  },
  publicNames: ["SHOP_DOMAINS"],
});
