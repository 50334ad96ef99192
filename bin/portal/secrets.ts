import { env, SECRETS, sourceOf } from "#lib/core/env";
import { KEYS_BEFORE_DAYS, keysBefore } from "#lib/payment/set-keys";
import { reseal, sealedState } from "#lib/upkeep/reseal";
import type { Command } from "./command.ts";

export const secretsList: Command = {
  usage: "",
  does: "says where each secret comes from, how much is still sealed with a key before, and what taking those before away ends",
  flags: {},
  needs: [],
  async run(ctx) {
    const from = Object.fromEntries([...SECRETS, "FORMS_KEY" as const].map((name) => [name, sourceOf(name)]));
    const state = await sealedState(ctx);
    const set = Object.entries(from).flatMap(([name, source]) =>
      source === "not set" ? [] : [`${name} (${source})`],
    );
    const counted = `Sealed with the key of now ${state.now}, with one before ${state.before}, with none that is known ${state.unreadable}`;
    const keys = await keysBefore(ctx);
    const resellers =
      keys > 0
        ? [
            `Keys of resellers at payment providers that were changed in the last ${KEYS_BEFORE_DAYS} days, whose one before is still read: ${keys}`,
          ]
        : [];
    return {
      line: [set.join(", "), counted, ...resellers, ends()].join(". "),
      data: { secrets: from, sealed: state, providerKeysBefore: keys },
    };
  },
};

export const secretsReseal: Command = {
  usage: "",
  does: "seals with the key of now what one before sealed, while the portal runs; says what taking that one away ends",
  flags: {},
  needs: [],
  async run(ctx) {
    const { resealed, before, unreadable } = await reseal(ctx);
    const parts = [
      `Sealed anew: ${resealed}`,
      before > 0 ? `${before} are left: run it again` : ends(),
      ...(unreadable > 0
        ? [`${unreadable} cannot be read with any key that is set: they are entered anew`]
        : []),
    ];
    return { line: parts.join(". "), data: { resealed, before, unreadable }, failed: before > 0 };
  },
};

/** The keys before by which notices of payment providers are still read. */
const SIGNING = {
  PAYSTACK_SECRET_KEY_BEFORE: "Paystack",
  MONNIFY_SECRET_KEY_BEFORE: "Monnify",
  FLUTTERWAVE_WEBHOOK_SECRET_BEFORE: "Flutterwave",
} as const;

/** What ends when the keys before are taken away, as they are set now. */
function ends(): string {
  const set = env();
  const { NEXTAUTH_SECRET_BEFORE, SEALING_KEY, SEALING_KEY_BEFORE } = set;
  const signing = (Object.keys(SIGNING) as (keyof typeof SIGNING)[]).filter((name) => set[name]);
  const sealing =
    SEALING_KEY_BEFORE !== undefined || (NEXTAUTH_SECRET_BEFORE !== undefined && SEALING_KEY === undefined);
  const ended = [
    ...(NEXTAUTH_SECRET_BEFORE === undefined ? [] : ["whoever signed in before the change signs in again"]),
    ...(sealing ? ["backup codes from before the change and links in mails that end such mails"] : []),
    ...signing.map(
      (name) =>
        `notices that ${SIGNING[name]} still signs with it, whose payments are found some minutes later`,
    ),
  ];
  if (ended.length === 0) return "No key before is set: nothing ends";
  const names = [
    NEXTAUTH_SECRET_BEFORE && "NEXTAUTH_SECRET_BEFORE",
    SEALING_KEY_BEFORE && "SEALING_KEY_BEFORE",
    ...signing,
  ];
  return `Taking ${names.filter(Boolean).join(" and ")} away ends: ${ended.join("; ")}`;
}
