import { z } from "zod";
import { defineVariables } from "#lib/core/variables";

export const getShopDomainVariables = defineVariables({
  schema: {
    /** Whether shops can have domains: the proxy must get certificates on demand. */
    SHOP_DOMAINS: z.enum(["on", "off"], "must be on or off").default("off"),
  },
  publicNames: ["SHOP_DOMAINS"],
});
