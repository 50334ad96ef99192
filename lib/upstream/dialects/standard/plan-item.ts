import { z } from "zod";
import { parseMoney } from "#lib/core/money/money";
import { cleanText } from "#lib/core/text/foreign-text";
import type { ListedPlan } from "#lib/upstream/plan-list";

const TextOrNumber = z.union([z.string(), z.number()]);
const createTextField = (most: number) => TextOrNumber.transform((value) => cleanText(String(value), most));

export const ListedId = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,10}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(2_147_483_647));

export const ListedName = createTextField(80).pipe(z.string().min(1));
export const ListedCode = createTextField(80)
  .nullish()
  .transform((value) => value || null);

/** A boolean, also as 1 and 0 or as text; null where it is missing. */
export const ListedFlag = z
  .union([z.boolean(), z.literal([0, 1]).transform(Boolean), z.stringbool()])
  .nullish()
  .transform((value) => value ?? null);

const Amount = TextOrNumber.transform((value, context) => {
  const minor = parseMoney(value);
  if (minor !== undefined && minor >= 0n) return minor;
  context.addIssue({ code: "custom", message: "is not an amount" });
  return z.NEVER;
});

/** A level's price; some services write 0 for a missing one. */
const LevelAmount = Amount.nullish().transform((value) => value || null);

const Volume = createTextField(20)
  .nullish()
  .transform((value) => (/^[kmgt]b$/i.test(value ?? "") ? (value ?? "").toUpperCase() : (value ?? "")));

/** A plan of a list (interface: Plan, Filtered plan). */
export const PlanItem = z
  .object({
    id: ListedId,
    size: createTextField(20).nullish(),
    volume: Volume,
    validity: createTextField(60).nullish(),
    validity_normalized: createTextField(60).nullish(),
    amount: Amount.refine((minor) => minor > 0n, "is not above zero"),
    smart_earner_amount: LevelAmount,
    affiliate_amount: LevelAmount,
    top_user_amount: LevelAmount,
    api_amount: LevelAmount,
    active: ListedFlag,
  })
  .transform(
    (item): ListedPlan => ({
      id: item.id,
      size: item.size ?? null,
      volume: item.volume,
      validity: item.validity ?? "",
      validityNormalized: item.validity_normalized ?? null,
      amount: item.amount,
      amounts: {
        smart_earner: item.smart_earner_amount,
        affiliate: item.affiliate_amount,
        top_user: item.top_user_amount,
        api: item.api_amount,
      },
      active: item.active,
    }),
  );
