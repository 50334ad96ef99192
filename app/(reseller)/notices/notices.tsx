import { Bell, CheckCheck } from "lucide-react";
import type { Ctx } from "#lib/core/context";
import { EVENTS, eventsOf } from "#lib/notice/events";
import { type ListedNotice, noticeList } from "#lib/notice/read";
import type { Query } from "../../ui/address.ts";
import { cx } from "../../ui/cx.ts";
import { ActionForm, FormAnswer } from "../../ui/form.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { RowLink } from "../../ui/row-link.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Time } from "../../ui/time.tsx";
import { markAllRead, open } from "./actions.ts";

interface Props {
  ctx: Ctx;
  kind: "reseller" | "admin";
  query: Query;
}

/** What one was told, for resellers and admins. */
export async function Notices({ ctx, kind, query }: Props) {
  const page = await noticeList.page(ctx, query);
  const base = kind === "admin" ? "/admin" : "";
  return (
    <ListPage
      live
      here={`${base}/notices`}
      page={page}
      title="Notices"
      lead={
        <PageLink href={`${base}/settings/notices`} className="underline underline-offset-4">
          Choose what you are told, and how
        </PageLink>
      }
      acts={<MarkAllRead rows={page.rows} />}
      filters={[
        {
          name: "state",
          label: "Read",
          empty: "Read and unread",
          options: [
            { value: "unread", label: "Unread" },
            { value: "read", label: "Read" },
          ],
        },
        {
          name: "event",
          label: "About",
          empty: "Everything",
          options: eventsOf(kind).map((event) => ({ value: event, label: EVENTS[event].label })),
        },
      ]}
      empty={{
        icon: Bell,
        title: "Nothing yet",
        text: "What happens to your account is told here: a new sign-in, money, what was not delivered.",
        action: { href: `${base}/settings/notices`, label: "Choose what", quiet: true },
      }}
      unmatched={{
        title: "Nothing like that",
        text: "No notice fits these filters.",
        action: { href: `${base}/notices`, label: "Show all", quiet: true },
      }}
    >
      <ActionForm action={open} className="gap-2">
        <FormAnswer of={["id"]} />
        <ul
          aria-label="Notices"
          className="divide-y divide-line border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border"
        >
          {page.rows.map((notice) => (
            <Told key={notice.id} notice={notice} />
          ))}
        </ul>
      </ActionForm>
    </ListPage>
  );
}

function MarkAllRead({ rows }: { rows: readonly ListedNotice[] }) {
  if (!rows.some(({ unread }) => unread)) return null;
  const upTo = Math.max(...rows.map(({ id }) => id));
  return (
    <ActionForm action={markAllRead} hidden={{ upTo }} className="">
      <SubmitButton variant="secondary">
        <PlainIcon icon={CheckCheck} />
        Mark all read
      </SubmitButton>
    </ActionForm>
  );
}

/** One notice; the whole of it leads to where its reader can act, and opening it marks it read. */
function Told({ notice: { id, title, text, path, at, unread } }: { notice: ListedNotice }) {
  return (
    <li className="relative flex gap-3 px-4 py-3 has-[.stretched:hover]:bg-sunken/60 md:px-5">
      <span
        aria-hidden
        className={cx("mt-2 size-2 shrink-0 rounded-full", unread ? "bg-accent" : "bg-transparent")}
      />
      <div className="min-w-0 flex-1">
        <div className="justify-between gap-x-4 md:flex">
          <p className={cx("wrap-anywhere min-w-0", unread ? "font-semibold" : "font-medium")}>
            {unread ? (
              <button type="submit" name="id" value={id} className="stretched cursor-pointer text-left">
                <span className="sr-only">Unread: </span>
                {title}
              </button>
            ) : (
              <RowLink href={path}>{title}</RowLink>
            )}
          </p>
          <span className="text-muted text-sm">
            <Time at={at} />
          </span>
        </div>
        <p className="wrap-anywhere mt-0.5 whitespace-pre-line text-muted text-sm">{text}</p>
      </div>
    </li>
  );
}
