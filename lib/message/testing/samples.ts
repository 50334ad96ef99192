import type { OldRows } from "#lib/testing/samples";

export const oldRows: OldRows = {
  customer_messages: (at) =>
    `insert into customer_messages (key, kind, reseller_id, medium, payer, price, prompt, created_at)
    values (gen_random_uuid(), 'delivered', 1, 'sms', 'operator', 0, false, ${at})`,
  message_recipients: (at) =>
    `insert into message_recipients (phone, code, agreed_at) values (gen_random_uuid(), gen_random_uuid(), ${at})`,
};
