import { UserSearch } from "lucide-react";
import type { Metadata } from "next";
import { hasConfirmed } from "#lib/account/password/confirm";
import { countSignUps } from "#lib/account/sign-up/list";
import { PortalError } from "#lib/core/error";
import { findPerson, type PersonView } from "#lib/person/erase";
import { requireAdminPage } from "#lib/web/actor";
import { address, type Query } from "../../../ui/address.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { ActionForm, FormAnswer } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { SubmitButton } from "../../../ui/submit-button.tsx";
import { DeskForm } from "../../desk-form.tsx";
import { ResellerTabs } from "../tabs.tsx";
import { erase, unlockExport } from "./actions.ts";

export const metadata: Metadata = { title: "Personal data" };

const HERE = "/admin/resellers/personal";

/** What the portal has of one person, to be given to them, or erased when they ask. */
export default async function PersonalPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage("personal");
  const { who } = await searchParams;
  const asked = typeof who === "string" ? who.trim() : "";
  const [waiting, confirmed, found] = await Promise.all([
    countSignUps(ctx),
    hasConfirmed(ctx),
    asked ? orWrong(findPerson(ctx, { who: asked })) : null,
  ]);
  const wrong = typeof found === "string" ? found : undefined;
  return (
    <>
      <PageHeader title="Resellers" />
      <ResellerTabs here={HERE} waiting={waiting} />
      <div className="grid max-w-3xl gap-5">
        <form action={HERE} className="grid max-w-md justify-items-start gap-4">
          <div className="w-full">
            <Input
              label="Whose data"
              name="who"
              maxLength={254}
              autoComplete="off"
              defaultValue={asked}
              hint="An e-mail address, or a customer's phone number."
              {...(wrong && { error: wrong })}
            />
          </div>
          <Button type="submit" variant="secondary">
            Look
          </Button>
        </form>
        {found && typeof found !== "string" && <Found who={asked} found={found} confirmed={confirmed} />}
      </div>
    </>
  );
}

async function orWrong<T>(looking: Promise<T>): Promise<T | string> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof PortalError && ["invalid", "forbidden"].includes(error.code)) return error.message;
    throw error;
  }
}

interface FoundProps {
  who: string;
  found: PersonView;
  /** Whether the reader has given the password that a download asks for. */
  confirmed: boolean;
}

function Found({ who, found: { found, obstacles, account }, confirmed }: FoundProps) {
  const kinds = Object.entries(found);
  if (kinds.length === 0)
    return (
      <EmptyState icon={UserSearch} title="Nothing is known of them">
        Try how else they may have written it.
      </EmptyState>
    );
  return (
    <>
      <Card
        title="What there is"
        action={
          confirmed && (
            <a
              href={address(`${HERE}/export`, { who })}
              download
              className={buttonClass({ variant: "quiet", size: "sm" })}
            >
              Download
            </a>
          )
        }
      >
        <Facts
          facts={kinds.map(([table, count]) => ({ label: said(table), value: count.toLocaleString("en") }))}
        />
        {!confirmed && (
          <div className="mt-4 max-w-md">
            <ActionForm id="unlock" action={unlockExport}>
              <FormAnswer />
              <PasswordField
                label="Your password"
                name="confirmPassword"
                autoComplete="current-password"
                hint="A download asks for it."
                required
              />
              <div>
                <SubmitButton variant="secondary">Unlock download</SubmitButton>
              </div>
            </ActionForm>
          </div>
        )}
      </Card>
      <Card title="Erase">
        <p className="mb-4 text-muted">
          What the history, payment providers, cases and resellers' customers say of them goes for ever.
          Purchases stay, with their numbers and their money.
        </p>
        {account?.stays && (
          <div className="mb-4">
            <Notice>{account.stays}</Notice>
          </div>
        )}
        {obstacles.length > 0 ? (
          <Notice kind="warn" title="Not now">
            {obstacles.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </Notice>
        ) : (
          <DeskForm
            needs="personal"
            id="erase"
            action={erase}
            hidden={{ who }}
            whyHint="Who asked, and when. Do not write their name."
            submit="Erase for ever"
            look={{ variant: "danger" }}
          />
        )}
      </Card>
    </>
  );
}

const said = (table: string) => table.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
