import { z } from "zod";

const MAX_BOXES = 100;

/** One, several or none of a form's boxes of one name, as it submits them. */
export const selectionField = <Item extends z.ZodType>(item: Item) =>
  z.union([item.array().max(MAX_BOXES), item.transform((box) => [box])]).default([]);
