"use server";

import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { endPair } from "#lib/agent/end-pair";

export const endPairAction = createAdminAction(endPair, "Ended. The agent buys at their own level’s price.");
