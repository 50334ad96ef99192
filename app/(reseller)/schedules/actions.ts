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
import { defineAction } from "#lib/web/action";

const RESELLER_ACCESS = { who: "reseller" } as const;
const SCHEDULE_PAGE_ACCESS = { ...RESELLER_ACCESS, shows: ({ id }: { id: number }) => `/schedules/${id}` };

export const createScheduleAction = defineAction(
  CreateScheduleInput,
  async (ctx, input) => {
    redirect(`/schedules/${await createSchedule(ctx, input)}`);
  },
  RESELLER_ACCESS,
);

export const changeScheduleAction = defineAction(
  ChangeScheduleInput,
  async (ctx, input) => {
    await changeSchedule(ctx, input);
    redirect(`/schedules/${input.id}`);
  },
  RESELLER_ACCESS,
);

export const pauseScheduleAction = defineAction(ScheduleInput, pauseSchedule, SCHEDULE_PAGE_ACCESS);
export const resumeScheduleAction = defineAction(ScheduleInput, resumeSchedule, SCHEDULE_PAGE_ACCESS);
export const skipNextAction = defineAction(SkipNextOccurrenceInput, skipNextOccurrence, SCHEDULE_PAGE_ACCESS);
export const endScheduleAction = defineAction(ScheduleInput, endSchedule, SCHEDULE_PAGE_ACCESS);
