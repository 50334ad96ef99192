"use server";

import { changeView, deleteView, saveView } from "#lib/admin/saved-views";
import { createAdminAction } from "./create-admin-action.ts";

const PATH = "/admin";

export const saveViewAction = createAdminAction(saveView, "Saved.", PATH);

export const changeViewAction = createAdminAction(changeView, "Saved.", PATH);

export const deleteViewAction = createAdminAction(deleteView, "Deleted.", PATH);
