import { z } from "zod";

/** The shapes of the interface's answers (sections 2, 4 and 7), from which its description is made. */

export const Plan = z
  .object({
    id: z.int().meta({ description: "Plan ID; sent as `plan` in a purchase" }),
    size: z.string().meta({ examples: ["500"] }),
    volume: z.string().meta({ examples: ["MB"] }),
    validity: z.string().meta({ examples: ["7 Days"] }),
    amount: z.number().meta({
      description:
        "Standard price. A purchase is charged your level's price, which the filtered list tells (`api_amount` at level API)",
      examples: [390],
    }),
    network: z.string().meta({ description: "Network name" }),
    type: z.string().meta({ description: "Plan type name" }),
  })
  .meta({ id: "Plan" });
export type Plan = z.infer<typeof Plan>;

export const FilteredPlan = z
  .object({
    id: z.int().meta({ description: "Plan ID; sent as `plan` in a purchase" }),
    size: z.string(),
    volume: z.string(),
    validity: z.string(),
    validity_normalized: z.string().meta({ examples: ["Monthly"] }),
    amount: z.number().meta({
      description: "Standard price. A purchase is charged the price of your level, one of the next four",
    }),
    smart_earner_amount: z.number().meta({ description: "What a purchase is charged at level Smart earner" }),
    affiliate_amount: z.number().meta({ description: "What a purchase is charged at level Affiliate" }),
    top_user_amount: z.number().meta({ description: "What a purchase is charged at level Top user" }),
    api_amount: z.number().meta({ description: "What a purchase is charged at level API" }),
    formatted_price: z.string().meta({ description: "The standard price with the currency's symbol" }),
    active: z.boolean(),
  })
  .meta({ id: "FilteredPlan" });
export type FilteredPlan = z.infer<typeof FilteredPlan>;

export const TypeNode = z
  .object({
    id: z.int(),
    name: z.string(),
    code: z.string(),
    active: z.boolean(),
    plans: z.array(FilteredPlan),
  })
  .meta({ id: "PlanType" });
export type TypeNode = z.infer<typeof TypeNode>;

export const NetworkNode = z
  .object({
    id: z.int(),
    name: z.string(),
    code: z.string(),
    data_active: z.boolean(),
    data_plan_types: z.array(TypeNode),
  })
  .meta({ id: "Network" });
export type NetworkNode = z.infer<typeof NetworkNode>;

export const FilteredList = z.object({
  success: z.literal(true),
  data: z.array(NetworkNode),
  filters_applied: z.object({
    mobile_network: z.string().optional().meta({ description: "The network's name" }),
    data_plan_type: z.int().optional(),
    min_price: z.string().optional(),
    max_price: z.string().optional(),
    validity: z.string().optional(),
  }),
  total_plans: z.int(),
  message: z.string(),
});
export type FilteredList = z.infer<typeof FilteredList>;

export const Transaction = z
  .object({
    id: z.int(),
    network: z.int(),
    ident: z.string().meta({ description: "The portal's own reference, begins with DT" }),
    amount: z.string().meta({ description: "Amount charged: the price of your level", examples: ["390.00"] }),
    api_response: z.string().meta({ description: "The provider's words, or N/A" }),
    description: z.string(),
    plan_network: z.literal("N/A"),
    Status: z.enum(["successful", "pending", "failed"]),
    balance_before: z.string().meta({ examples: ["12,345.00"] }),
    balance_after: z.string().meta({ examples: ["11,955.00"] }),
    create_date: z.string().meta({ description: "DD/MM/YYYY hh:mm AM/PM" }),
  })
  .meta({ id: "Transaction" });
export type Transaction = z.infer<typeof Transaction>;

export const TransactionAnswer = z.object({ data: Transaction });

export const ListedTransaction = Transaction.extend({
  ref: z.string().meta({ description: "Your own reference" }),
  plan: z.int(),
  mobile_number: z.string(),
}).meta({ id: "ListedTransaction" });
export type ListedTransaction = z.infer<typeof ListedTransaction>;

export const TransactionPage = z.object({
  data: z.array(ListedTransaction),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: "Send as `cursor` for older ones; null at the end" }),
});

export const BalanceAnswer = z.object({
  data: z.object({
    balance: z.string().meta({ description: "What can be spent", examples: ["11,955.00"] }),
    held: z.string().meta({ description: "What pending purchases hold", examples: ["390.00"] }),
  }),
});

export const ToldAnnouncement = z
  .object({
    id: z.int(),
    kind: z.enum(["outage", "maintenance", "price", "news"]),
    network: z.int().nullable().meta({ description: "The network it is about; null: none, or all" }),
    text: z.string(),
    made_at: z.iso.datetime(),
    ends_at: z.iso.datetime().nullable().meta({ description: "Null until somebody ends it" }),
  })
  .meta({ id: "Announcement" });
export type ToldAnnouncement = z.infer<typeof ToldAnnouncement>;

export const ValidationError = z
  .object({
    message: z.literal("The given data was invalid."),
    errors: z.record(z.string(), z.array(z.string())),
  })
  .meta({ id: "ValidationError" });

export const Message = z.object({ message: z.string() }).meta({ id: "Message" });
export const NotWelcome = z
  .object({ status: z.literal(false), message: z.string() })
  .meta({ id: "NotWelcome" });
export const ServerError = z
  .object({ success: z.literal(false), message: z.string(), error: z.string() })
  .meta({ id: "ServerError" });
