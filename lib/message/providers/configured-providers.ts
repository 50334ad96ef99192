import type { Medium, MessageProvider } from "./message-provider.ts";
import { createTermii } from "./termii/termii.ts";
import { createTwilio } from "./twilio/twilio.ts";

/** Lists the providers whose keys are set. */
export const listMessageProviders = (): MessageProvider[] =>
  [createTermii(), createTwilio()].filter((provider) => provider !== undefined);

/** Finds the provider of a message: the one of its first attempt, or the first that has its medium. */
export const findMessageProvider = (medium: Medium, name: string | null): MessageProvider | undefined =>
  listMessageProviders().find((provider) =>
    name === null ? provider.media.includes(medium) : provider.name === name,
  );
