"use server";

import { changeView, dropView, saveView } from "#lib/desk/saved-views";
import { deskAction } from "./desk-action.ts";

const HERE = "/admin";

export const saveTheView = deskAction(saveView, "Saved.", HERE);

export const changeTheView = deskAction(changeView, "Saved.", HERE);

export const dropTheView = deskAction(dropView, "Deleted.", HERE);
