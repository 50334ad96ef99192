"use server";

import { createResellerAction } from "#lib/request/page-action";
import { recheckShopDomain, removeShopDomain, setShopDomain } from "#lib/shop-domain/shop-domain";

export const setDomainAction = createResellerAction(setShopDomain, "Saved. Now set its DNS records.");
export const recheckDomainAction = createResellerAction(recheckShopDomain);
export const removeDomainAction = createResellerAction(removeShopDomain);
