import { expect, expectAccessible, test } from "./fixtures.ts";
import { leaveSignedOut } from "./leave-signed-out.ts";

test("adds a passkey in the settings that signs in without a password", { tag: "@prove" }, async ({
  page,
  signIn,
}) => {
  const { password } = await signIn();
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/settings?open=passkeys");
  const trigger = page.getByRole("button", { name: "Add passkey" });
  const dialog = page.getByRole("dialog", { name: "Add passkey" });
  await trigger.click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(trigger).toBeFocused();
  await trigger.click();
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(trigger).toBeFocused();
  await trigger.click();
  await page.mouse.click(10, 10);
  await expect(dialog).toBeHidden();
  await trigger.click();
  await dialog.getByLabel("Name").fill("My phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Passkey added.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toContainText("My phone");
  await expectAccessible(page);

  await leaveSignedOut(page);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/home$/);

  await page.goto("/settings?open=passkeys");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const remove = page.getByRole("dialog", { name: "Remove “My phone”?" });
  await remove.getByRole("button", { name: "Remove passkey" }).click();
  await remove.getByLabel("Your password", { exact: true }).fill(password);
  await remove.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toBeHidden();
  await devices.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
});
