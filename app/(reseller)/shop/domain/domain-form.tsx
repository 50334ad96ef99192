"use client";

import { Card } from "#app/ui/card";
import { ConfirmDialog } from "#app/ui/form/confirm-dialog";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { ConfirmPassword } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { removeDomainAction, setDomainAction } from "./actions.ts";

/** Sets the domain, or changes or removes it. */
export function DomainForm({ domain, portalAddress }: { domain: string; portalAddress: string }) {
  return (
    <Card title={domain ? "Change domain" : "Add domain"}>
      <ActionForm id="domain" action={setDomainAction} className="gap-5">
        <Input
          label="Domain"
          name="domain"
          required
          maxLength={300}
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          defaultValue={domain}
          placeholder="shop.example.com"
          hint={`You register it yourself. ${portalAddress} keeps working.`}
        />
        <ConfirmPassword />
        <FormStatus />
        <SubmitButton className="self-start max-sm:w-full">Save domain</SubmitButton>
      </ActionForm>
      {domain && (
        <div className="mt-4">
          <ConfirmDialog trigger="Remove domain" look={{ variant: "quiet" }} title="Remove domain">
            <p>
              Links and QR codes with {domain} stop working. Your shop stays at {portalAddress}.
            </p>
            <ActionForm id="remove-domain" action={removeDomainAction}>
              <ConfirmPassword />
              <FormStatus />
              <SubmitButton variant="danger" wide>
                Remove domain
              </SubmitButton>
            </ActionForm>
          </ConfirmDialog>
        </div>
      )}
    </Card>
  );
}
