import { z } from "zod";
import { tiers } from "./catalogue.ts";
import { Dialect, documented } from "./dialect.ts";

/** How the service and the operator's account behave until told otherwise. Money in minor units. */
export const Settings = z.strictObject({
  /** false: every purchase is refused with `Service unavailable!.` */
  serviceEnabled: z.boolean(),
  /** true: every purchase is refused until KYC is submitted. */
  kycRestricted: z.boolean(),
  dailyLimitMinor: z.bigint().nullable(),
  purchasesPerMinute: z.int().min(1).nullable(),
  /** The errors key of `Insufficient wallet balance!` (§7.2 knows both). */
  insufficientKey: z.enum(["amount", "status"]),
  /** A ref seen before: the stored answer, 422, 409, or a second delivery. */
  refReuse: z.enum(["replay", "reject", "conflict", "deliver"]),
  /** Which of a plan's five prices the account pays. */
  tier: z.enum(tiers),
  /** `ident` is the service's own, or the ref when there is one. */
  ident: z.enum(["own", "ref"]),
  /** A random wait before each answer, from and to, in ms. */
  latencyMs: z.tuple([z.int().min(0), z.int().min(0)]),
  /** Whether the last digits of a phone number order an outcome. */
  magic: z.boolean(),
  /** Added to the service's calendar: `create_date` and the day of the daily limit. */
  clockOffsetMs: z.int(),
  dialect: Dialect,
});
export type Settings = z.infer<typeof Settings>;

/** Some settings; `dialect` may be given in part. */
export const SettingsPatch = Settings.partial().extend({ dialect: Dialect.partial().optional() });
export type SettingsPatch = z.infer<typeof SettingsPatch>;

const usual: Settings = {
  serviceEnabled: true,
  kycRestricted: false,
  dailyLimitMinor: null,
  purchasesPerMinute: 30,
  insufficientKey: "amount",
  refReuse: "replay",
  tier: "api",
  ident: "own",
  latencyMs: [0, 0],
  magic: false,
  clockOffsetMs: 0,
  dialect: documented,
};

/** `settings` with the patch laid over it; `usual` settings when there is none. */
export function patched(patch: SettingsPatch, settings: Settings = usual): Settings {
  return { ...settings, ...patch, dialect: { ...settings.dialect, ...patch.dialect } };
}
