import { z } from "zod";
import { TIERS } from "./catalogue.ts";
import { DOCUMENTED_DIALECT, UpstreamDialect } from "./dialect.ts";

/** The default behaviour of the service and the operator's account. Money in minor units. */
export const SandboxSettings = z.strictObject({
  /** false: every purchase is rejected with `Service unavailable!.` */
  serviceEnabled: z.boolean(),
  /** true: every purchase is rejected until KYC is submitted. */
  kycRestricted: z.boolean(),
  dailyLimitMinor: z.bigint().nullable(),
  purchasesPerMinute: z.int().min(1).nullable(),
  /** The errors key of `Insufficient wallet balance!` (interface: Rejection). */
  insufficientKey: z.enum(["amount", "status"]),
  /** A repeated ref: the stored response, 422, 409, or a second delivery. */
  refReuse: z.enum(["replay", "reject", "conflict", "deliver"]),
  /** The one of a plan's five prices that the account pays. */
  tier: z.enum(TIERS),
  /** `ident` is the service's own, or the ref when there is one. */
  ident: z.enum(["own", "ref"]),
  /** A random wait before each response, from and to, in ms. */
  latencyMs: z.tuple([z.int().min(0), z.int().min(0)]),
  /** Whether the last digits of a phone number order an outcome. */
  magic: z.boolean(),
  /** Added to the service's calendar: `create_date` and the day of the daily limit. */
  clockOffsetMs: z.int(),
  dialect: UpstreamDialect,
});
export type SandboxSettings = z.infer<typeof SandboxSettings>;

/** Some settings; `dialect` may be partial. */
export const SandboxSettingsPatch = SandboxSettings.partial().extend({
  dialect: UpstreamDialect.partial().optional(),
});
export type SandboxSettingsPatch = z.infer<typeof SandboxSettingsPatch>;

const DEFAULT_SETTINGS: SandboxSettings = {
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
  dialect: DOCUMENTED_DIALECT,
};

/** Applies a patch to `settings`; without a patch, returns the `usual` settings. */
export function patchSettings(
  patch: SandboxSettingsPatch,
  settings: SandboxSettings = DEFAULT_SETTINGS,
): SandboxSettings {
  return { ...settings, ...patch, dialect: { ...settings.dialect, ...patch.dialect } };
}
