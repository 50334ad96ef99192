import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ComponentType } from "react";
import type { PageProps } from "#app/ui/page/page-props.ts";
import type { Ctx } from "#lib/core/context";
import { findList, type ListGroup } from "./lists.ts";

export type GroupedListParams = PageProps<{ list: string }>;

export const titleList =
  (group: ListGroup) =>
  async ({ params }: Pick<GroupedListParams, "params">): Promise<Metadata> => {
    const { list } = await params;
    return { title: findList(group, list)?.label ?? "Not found" };
  };

interface GroupedListOptions extends GroupedListParams {
  ctx: Ctx;
  group: ListGroup;
  tabs: ComponentType<{ ctx: Ctx; here: string }>;
}

export async function GroupedList({ ctx, group, params, searchParams, tabs: Tabs }: GroupedListOptions) {
  const { list } = await params;
  const { Page } = (await findList(group, list)?.load()) ?? notFound();
  const at = { ctx, here: `${group}/${list}` };
  return <Page {...at} query={await searchParams} tabs={<Tabs {...at} />} />;
}
