"use server";

import { redirect } from "next/navigation";
import {
  ChangeScheduleInput,
  CreateScheduleInput,
  changeSchedule,
  createSchedule,
  endSchedule,
  pauseSchedule,
  resumeSchedule,
  ScheduleInput,
  SkipNextOccurrenceInput,
  skipNextOccurrence,
} from "#lib/schedule/manage-schedule";
import { createResellerAction } from "#lib/web/page-action";

export const createScheduleAction = createResellerAction(
  createSchedule,
  (id) => redirect(`/schedules/${id}`),
  { form: CreateScheduleInput },
);

export const changeScheduleAction = createResellerAction(
  changeSchedule,
  (_, { id }) => redirect(`/schedules/${id}`),
  { form: ChangeScheduleInput },
);

const SCHEDULE_FORM = { form: ScheduleInput };

export const pauseScheduleAction = createResellerAction(pauseSchedule, undefined, SCHEDULE_FORM);
export const resumeScheduleAction = createResellerAction(resumeSchedule, undefined, SCHEDULE_FORM);
export const endScheduleAction = createResellerAction(endSchedule, undefined, SCHEDULE_FORM);
export const skipNextAction = createResellerAction(skipNextOccurrence, undefined, {
  form: SkipNextOccurrenceInput,
});
