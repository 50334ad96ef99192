import { getMessageSettings } from "#lib/message/message-settings";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";
import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  customer_messages: (at) =>
    `insert into customer_messages (key, kind, reseller_id, medium, payer, price, prompt, created_at)
    values (gen_random_uuid(), 'delivered', 1, 'sms', 'operator', 0, false, ${at})`,
  message_recipients: (at) =>
    `insert into message_recipients (phone, code, agreed_at) values (gen_random_uuid(), gen_random_uuid(), ${at})`,
};

export function actionSamples({ at }: ActionScene): ActionSamples {
  return {
    setMessageSettings: async () => ({
      smsPrice: "8.00",
      whatsappPrice: "12.00",
      orderPayer: "wallet",
      quietFrom: 22,
      quietUntil: 7,
      dailyLimit: 5,
      version: (await getMessageSettings(at.system)).version,
      reason: REASON,
    }),
  };
}
