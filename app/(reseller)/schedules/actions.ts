"use server";

import { redirect } from "next/navigation";
import {
  ChangeScheduleInput,
  changeSchedule,
  endSchedule,
  MakeScheduleInput,
  makeSchedule,
  pauseSchedule,
  resumeSchedule,
  ScheduleInput,
  SkipNextInput,
  skipNext,
} from "#lib/schedule/schedule";
import { action } from "#lib/web/action";

const WHO = { who: "reseller" } as const;
const SHOWN = { ...WHO, shows: ({ id }: { id: number }) => `/schedules/${id}` };

export const make = action(
  MakeScheduleInput,
  async (ctx, input) => {
    redirect(`/schedules/${await makeSchedule(ctx, input)}`);
  },
  WHO,
);

export const change = action(
  ChangeScheduleInput,
  async (ctx, input) => {
    await changeSchedule(ctx, input);
    redirect(`/schedules/${input.id}`);
  },
  WHO,
);

export const pause = action(ScheduleInput, pauseSchedule, SHOWN);
export const resume = action(ScheduleInput, resumeSchedule, SHOWN);
export const skip = action(SkipNextInput, skipNext, SHOWN);
export const end = action(ScheduleInput, endSchedule, SHOWN);
