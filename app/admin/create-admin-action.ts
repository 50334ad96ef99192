import { createActionFactory } from "#lib/request/page-action";

export const createAdminAction = createActionFactory("admin", "/admin");
