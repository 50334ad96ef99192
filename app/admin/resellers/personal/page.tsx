import { AdminForm } from "#app/admin/admin-form";
import { erasePersonalDataAction, unlockPersonalExportAction } from "#app/admin/resellers/actions.ts";
import { ResellerTabs } from "#app/admin/tabs";
import { Banner } from "#app/ui/banner";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class.ts";
import { Card } from "#app/ui/card";
import { DescriptionList } from "#app/ui/description-list";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { Input } from "#app/ui/form/input";
import { PasswordField } from "#app/ui/form/password-field";
import { SubmitButton } from "#app/ui/form/submit-button";
import { UserSearch } from "#app/ui/icon/icons.ts";
import { buildHref, type Query } from "#app/ui/list/build-href.ts";
import { EmptyState } from "#app/ui/list/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { hasConfirmation } from "#lib/audit/require-confirmation";
import { PortalError } from "#lib/core/error";
import { TABLES } from "#lib/modules";
import { type PersonalDataSummary, summarisePersonalData } from "#lib/privacy/erase-personal-data";
import { requireAdminPage } from "#lib/request/actor";

export const metadata = { title: "Personal data" };

const PATH = "/admin/resellers/personal";

export default async function PersonalPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { ctx } = await requireAdminPage("personal");
  const { who } = await searchParams;
  const subject = typeof who === "string" ? who.trim() : "";
  const [confirmed, summary] = await Promise.all([
    hasConfirmation(ctx),
    subject ? catchInputError(summarisePersonalData(ctx, { who: subject }, TABLES)) : null,
  ]);
  const error = typeof summary === "string" ? summary : undefined;
  return (
    <>
      <PageHeader
        title="Personal data"
        lead="Find, export or erase all that the portal stores about a person."
        tabs={<ResellerTabs ctx={ctx} here={PATH} />}
      />
      <div className="grid max-w-3xl gap-5">
        <Card>
          <form action={PATH} className="flex flex-wrap items-start gap-3">
            <div className="min-w-0 flex-1 basis-64">
              <Input
                label="Data subject"
                name="who"
                maxLength={254}
                autoComplete="off"
                defaultValue={subject}
                hint="An email address, or a customer’s phone number."
                {...(error && { error })}
              />
            </div>
            <Button type="submit" className="sm:mt-7">
              Search
            </Button>
          </form>
        </Card>
        {summary && typeof summary !== "string" && (
          <DataSubjectCard who={subject} summary={summary} confirmed={confirmed} />
        )}
      </div>
    </>
  );
}

async function catchInputError<T>(pending: Promise<T>): Promise<T | string> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof PortalError && ["invalid", "forbidden"].includes(error.code)) return error.message;
    throw error;
  }
}

interface DataSubjectProps {
  who: string;
  summary: PersonalDataSummary;
  confirmed: boolean;
}

function DataSubjectCard({
  who,
  summary: { rowCounts: found, obstacles, account },
  confirmed,
}: DataSubjectProps) {
  const kinds = Object.entries(found);
  if (kinds.length === 0)
    return (
      <EmptyState icon={UserSearch} title="No results">
        Try another spelling, email or phone number.
      </EmptyState>
    );
  return (
    <>
      <Card
        title="Stored data"
        action={
          confirmed && (
            <a
              href={buildHref(`${PATH}/export`, { who })}
              download
              className={buttonClass({ variant: "quiet", size: "sm" })}
            >
              Download
            </a>
          )
        }
      >
        <DescriptionList
          facts={kinds.map(([table, count]) => ({
            label: formatTableName(table),
            value: count.toLocaleString("en"),
          }))}
        />
        {!confirmed && (
          <div className="mt-4 max-w-md">
            <ActionForm id="unlock" action={unlockPersonalExportAction}>
              <FormStatus />
              <PasswordField
                label="Your password"
                name="confirmPassword"
                autoComplete="current-password"
                hint="Required for the download."
                required
              />
              <div>
                <SubmitButton variant="secondary">Unlock download</SubmitButton>
              </div>
            </ActionForm>
          </div>
        )}
      </Card>
      <Card title="Erase personal data">
        <p className="mb-4 text-muted">
          Permanently erases personal data from the audit log, payment records, delivery issues and saved
          customers. Purchases, phone numbers and amounts are kept.
        </p>
        {account?.stays && <Banner className="mb-4">{account.stays}</Banner>}
        {obstacles.length > 0 ? (
          <Banner kind="warn" title="Can’t be erased yet">
            {obstacles.map((obstacle) => (
              <p key={obstacle}>{obstacle}</p>
            ))}
          </Banner>
        ) : (
          <AdminForm
            needs="personal"
            id="erase"
            action={erasePersonalDataAction}
            hidden={{ who }}
            reasonHint="Who requested it, and when. Don’t enter their name."
            submit="Erase personal data"
            look={{ variant: "danger" }}
          />
        )}
      </Card>
    </>
  );
}

const formatTableName = (table: string) =>
  table.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
