import { getShopDomainVariables } from "./variables.ts";

/** Whether the operator lets shops have domains. */
export const areShopDomainsOn = (): boolean => getShopDomainVariables().SHOP_DOMAINS === "on";
