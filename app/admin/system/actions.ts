"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { syncCatalogue } from "#lib/catalogue/sync-catalogue";
import type { Ctx } from "#lib/core/context";
import { setPriceRisePolicy } from "#lib/purchase/send/dispatch-control";
import { retryJob } from "#lib/report/retry-job";

const PATH = "/admin/system";

export const syncCatalogueAction = createAdminAction(
  (ctx: Ctx) => syncCatalogue(ctx),
  ({ changed, plans }) =>
    changed === 0 ? `${plans} plans, none changed.` : `${plans} plans, ${changed} changed.`,
  PATH,
);

export const rerunJobAction = createAdminAction(retryJob, "Retry started.", PATH);

export const setPriceRisePolicyAction = createAdminAction(setPriceRisePolicy, "Policy saved.", PATH);
