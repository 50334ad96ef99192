/** A message as a phone received it. */
export interface PhoneMessage {
  /** The provider's id. */
  id: string;
  provider: "termii" | "twilio";
  /** In E.164. */
  to: string;
  medium: "sms" | "whatsapp";
  from: string;
  text: string;
  at: Date;
}

export interface PhoneReply {
  from: string;
  text: string;
  at: Date;
}

/**
 * Faults: the number is rejected; the account has no money left; the service fails; it stops responding
 * before it has accepted the message, or after.
 */
export const PHONE_FAULTS = ["refuse", "empty", "later", "hang", "silent"] as const;

export interface PhoneFault {
  kind: (typeof PHONE_FAULTS)[number];
  /** For messages to this number alone. */
  to?: string | undefined;
}

/** The maximum number of stored messages. */
const MAX_MESSAGES = 1_000;

/** Creates the state of all phones. */
export function createPhoneWorld() {
  const messages: PhoneMessage[] = [];
  const waiting = new Set<() => void>();
  const stir = () => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  let made = 0;
  return {
    messages,
    replies: [] as PhoneReply[],
    /** Numbers that replied STOP, which Twilio doesn't send to. */
    unsubscribed: new Set<string>(),
    faults: [] as PhoneFault[],
    /** The numbers at which the service has stopped responding so far. */
    silences: [] as string[],
    /** The portal's address for webhooks; null sends none. */
    webhooks: null as string | null,
    keep(message: Omit<PhoneMessage, "id" | "at">): PhoneMessage {
      made += 1;
      const id = `${message.provider === "twilio" ? "SM" : ""}${String(made).padStart(32, "0")}`;
      const received = { ...message, id, at: new Date() };
      messages.push(received);
      if (messages.length > MAX_MESSAGES) messages.shift();
      stir();
      return received;
    },
    hung(to: string) {
      this.silences.push(to);
      stir();
    },
    faultFor(to: string) {
      return this.faults.find((fault) => fault.to === undefined || fault.to === to)?.kind;
    },
    /** Resolves at the next event. */
    next: () => new Promise<void>((resolve) => waiting.add(resolve)),
  };
}

export type PhoneWorld = ReturnType<typeof createPhoneWorld>;
