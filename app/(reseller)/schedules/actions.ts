"use server";

import { redirect } from "next/navigation";
import {
  changeSchedule,
  createSchedule,
  endSchedule,
  pauseSchedule,
  resumeSchedule,
  skipNextOccurrence,
} from "#lib/schedule/manage-schedule";
import { createResellerAction } from "#lib/web/page-action";

export const createScheduleAction = createResellerAction(createSchedule, (id) =>
  redirect(`/schedules/${id}`),
);
export const changeScheduleAction = createResellerAction(changeSchedule, (_, { id }) =>
  redirect(`/schedules/${id}`),
);
export const pauseScheduleAction = createResellerAction(pauseSchedule);
export const resumeScheduleAction = createResellerAction(resumeSchedule);
export const endScheduleAction = createResellerAction(endSchedule);
export const skipNextAction = createResellerAction(skipNextOccurrence);
