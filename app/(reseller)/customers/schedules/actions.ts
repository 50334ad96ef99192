"use server";

import { redirect } from "next/navigation";
import { createResellerAction } from "#lib/request/page-action";
import {
  changeSchedule,
  createSchedule,
  endSchedule,
  pauseSchedule,
  resumeSchedule,
  skipNextOccurrence,
} from "#lib/schedule/manage-schedule";

export const createScheduleAction = createResellerAction(createSchedule, (id) =>
  redirect(`/customers/schedules/${id}`),
);
export const changeScheduleAction = createResellerAction(changeSchedule, (_, { id }) =>
  redirect(`/customers/schedules/${id}`),
);
export const pauseScheduleAction = createResellerAction(pauseSchedule);
export const resumeScheduleAction = createResellerAction(resumeSchedule);
export const endScheduleAction = createResellerAction(endSchedule);
export const skipNextAction = createResellerAction(skipNextOccurrence);
