"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import type { Ctx } from "#lib/core/context";
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

export const pause = action(ScheduleInput, (ctx, input) => shown(ctx, input, pauseSchedule), WHO);
export const resume = action(ScheduleInput, (ctx, input) => shown(ctx, input, resumeSchedule), WHO);
export const skip = action(SkipNextInput, (ctx, input) => shown(ctx, input, skipNext), WHO);
export const end = action(ScheduleInput, (ctx, input) => shown(ctx, input, endSchedule), WHO);

/** Whatever came of it, the page shows the schedule as it is then. */
async function shown<I extends { id: number }>(
  ctx: Ctx,
  input: I,
  verb: (ctx: Ctx, input: I) => Promise<void>,
): Promise<void> {
  try {
    await verb(ctx, input);
  } finally {
    revalidatePath(`/schedules/${input.id}`);
  }
}
