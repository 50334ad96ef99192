import { createPhonesListener, sendReply } from "#sandbox/phones/service";
import { createPhoneWorld, type PhoneFault, type PhoneMessage } from "#sandbox/phones/world";
import { serve } from "./servers.ts";

const phones = createPhoneWorld();

export const phoneCalls = {
  openPhones({ name, webhooks }: { name: string; webhooks: string }) {
    phones.webhooks = webhooks;
    serve(name, createPhonesListener(phones));
  },
  /** Replaces the faults of the phones' providers. */
  setPhoneFaults(faults: PhoneFault[]) {
    phones.faults = faults;
  },
  /** Sends a reply from a phone; its webhook is on its way. */
  replyByPhone({ from, text }: { from: string; text: string }) {
    void sendReply(phones, from, text);
  },
  readMessages: (): PhoneMessage[] => structuredClone(phones.messages),
};
