"use server";

import { answerCase } from "#lib/purchase/case/answer-case";
import { setCaseRules } from "#lib/purchase/case/set-case-rules";
import { deskAction } from "../desk-action.ts";
import { doneOrWaits } from "../second-admin.tsx";

const HERE = "/admin/cases";

export const answer = deskAction(answerCase, (done) => doneOrWaits(done, () => "Answered."), HERE);

export const saveRules = deskAction(setCaseRules, "Saved.", HERE);
