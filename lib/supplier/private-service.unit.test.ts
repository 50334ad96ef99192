import { expect, test } from "vitest";
import { rejectPrivateService } from "./private-service.ts";

const PUBLIC = "https://8.8.8.8";

test.each([
  "http://127.0.0.1:5432",
  "http://localhost:9464",
  "https://10.0.0.7/x",
  "https://169.254.169.254",
  "https://[::1]",
  "https://[::ffff:10.0.0.7]",
])("a supplier at %s is accepted only where the main supplier is in a private network", async (address) => {
  await expect(rejectPrivateService(address, PUBLIC)).rejects.toMatchObject({
    fields: { baseUrl: ["This address is in a private network. Enter a public address."] },
  });
  await rejectPrivateService(address, "http://127.0.0.1:4000");
  await rejectPrivateService(address, "https://192.168.1.4");
});

test("a supplier at a public address is accepted", async () => {
  await rejectPrivateService("https://1.1.1.1:8443/service", PUBLIC);
});
