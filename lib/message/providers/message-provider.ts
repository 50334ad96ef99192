import type { customerMessages } from "#db/schema/message";

type MessageRow = typeof customerMessages.$inferSelect;
export type Medium = MessageRow["medium"];
export type MessageKind = MessageRow["kind"];

/** The values of a WhatsApp template, in the order of its placeholders. */
export interface TemplateValues {
  shop: string;
  plan: string;
  order: string;
  link: string;
  stop: string;
}

/** A message as a provider gets it. WhatsApp takes the values of an approved template instead of the text. */
export interface OutgoingMessage {
  /** In E.164. */
  to: string;
  medium: Medium;
  kind: MessageKind;
  text: string;
  values: TemplateValues;
}

/**
 * The result of a request. Only `rejected` proves that nothing is sent; problems name neither numbers nor
 * secrets.
 */
export type SendResult =
  | { kind: "accepted"; ref: string }
  | {
      kind: "rejected";
      problem: string;
      httpStatus?: number;
      /** Another attempt is useless. */
      permanent: boolean;
      /** The number's owner stopped messages at the provider. */
      stopped?: boolean;
    }
  | { kind: "unclear"; problem: string; httpStatus?: number };

/** The result of looking for a message whose request had no clear response. */
export type FindResult =
  | { kind: "found"; ref: string }
  | { kind: "none" }
  | { kind: "unclear"; problem: string };

/** An event that a provider reports: the end of a message, or a reply from a phone. */
export type ProviderEvent =
  | { about: "report"; ref: string; outcome: "delivered" | "failed" }
  | { about: "reply"; from: string; text: string }
  | { about: "other" };

export const MESSAGE_PROVIDERS = ["termii", "twilio"] as const;
export type MessageProviderName = (typeof MESSAGE_PROVIDERS)[number];

/** A company that sends SMS and WhatsApp messages. */
export interface MessageProvider {
  name: MessageProviderName;
  label: string;
  media: readonly Medium[];
  send(message: OutgoingMessage): Promise<SendResult>;
  /**
   * Looks in the provider's list of sent messages, so that a message whose sender was killed is sent once.
   * @param otherRefs ids of other messages to this number
   */
  find(message: OutgoingMessage, since: Date, otherRefs: ReadonlySet<string>): Promise<FindResult>;
  /** Reads a webhook. @returns undefined unless it is signed with the provider's secret */
  readWebhook(raw: Uint8Array, headers: Headers, url: string): ProviderEvent | undefined;
}
