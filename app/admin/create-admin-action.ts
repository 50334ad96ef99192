import { createActionFactory } from "#lib/web/page-action";

export const createAdminAction = createActionFactory("admin", "/admin");
