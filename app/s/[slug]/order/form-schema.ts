import { z } from "zod";

/** What the order form sends, in either of its steps. */
export const OrderForm = z.object({
  step: z.enum(["number", "review", "change"]),
  slug: z.string().max(60),
  ref: z.string().max(64),
  plan: z.string().max(12),
  /** The price that was shown, in minor units. */
  price: z.string().max(20),
  mobile_number: z.string().max(40).default(""),
  name: z.string().max(200).default(""),
  email: z.string().max(300).default(""),
  /** What a busy shop asked, and what was answered. */
  seal: z.string().max(200).optional(),
  answer: z.string().max(40).optional(),
  /** People never see this field: what fills it is a program, or a browser that fills in more than it shows. */
  leave_empty: z.string().max(300).default(""),
});
export type OrderForm = z.infer<typeof OrderForm>;
