import { expect, test } from "vitest";
import { messageSettings } from "./message-settings.ts";

test.each([
  [{ smsPrice: "-1" }, "smsPrice", "Enter a price from 0 to ₦1,000."],
  [{ whatsappPrice: "1,000.01" }, "whatsappPrice", "Enter a price from 0 to ₦1,000."],
  [{ enabled: "yes" }, "enabled", "Set the keys of a message provider on the server first."],
])("rejects %j at its field, where no provider has keys", (typed, field, message) => {
  const form = {
    ...{ orderPayer: "wallet", smsPrice: "8.00", whatsappPrice: "0", quietFrom: "22", quietUntil: "7" },
    ...{ dailyLimit: "5", version: "1", reason: "agreed" },
  };
  expect(messageSettings.input.parse(form).values).toMatchObject({ smsPrice: 800n, enabled: false });
  expect(messageSettings.input.safeParse({ ...form, ...typed }).error?.issues).toMatchObject([
    { path: [field], message },
  ]);
});
