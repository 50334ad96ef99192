import { ButtonLink } from "#app/ui/button-link";
import { cx } from "#app/ui/cx.ts";
import { ActionForm, FormStatus } from "#app/ui/form/form";
import { SubmitButton } from "#app/ui/form/submit-button";
import { Bell, CheckCheck, Settings } from "#app/ui/icon/icons.ts";
import type { Query } from "#app/ui/list/build-href.ts";
import { ListPage } from "#app/ui/list/list-page";
import { RowLink } from "#app/ui/list/row-link";
import { Time } from "#app/ui/time";
import type { Ctx } from "#lib/core/context";
import { formatTime } from "#lib/core/time/time";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList, type ListedNotification } from "#lib/notification/notification-list";
import { listKindsFor } from "#lib/notification/notification-preferences";
import { markAllReadAction, openNotificationAction } from "./actions.ts";

interface Props {
  ctx: Ctx;
  kind: "reseller" | "admin";
  query: Query;
}

export async function NotificationList({ ctx, kind, query }: Props) {
  const page = await createNotificationList(NOTIFICATION_KINDS).page(ctx, query);
  const [here, settings] =
    kind === "admin"
      ? ["/admin/notifications", "/admin/settings/notifications"]
      : ["/notifications", "/settings/notifications"];
  return (
    <ListPage
      live
      here={here}
      page={page}
      title="Notifications"
      acts={
        (page.rows.length > 0 || page.narrowed) && (
          <>
            <MarkAllReadForm rows={page.rows} />
            <ButtonLink href={settings} variant="quiet">
              <Settings />
              <span className="max-sm:sr-only">Notification settings</span>
              <span aria-hidden className="sm:hidden">
                Settings
              </span>
            </ButtonLink>
          </>
        )
      }
      filters={[
        {
          name: "state",
          label: "Read",
          empty: "Read and unread",
          options: { unread: "Unread", read: "Read" },
        },
        {
          name: "event",
          label: "Type",
          empty: "Everything",
          options: listKindsFor(NOTIFICATION_KINDS, kind).map(([value, { label }]) => ({ value, label })),
        },
      ]}
      empty={{
        icon: Bell,
        title: "No notifications yet",
        text:
          kind === "admin"
            ? "New delivery issues, reports and sign-ins appear here."
            : "New sign-ins, wallet changes and failed purchases show here.",
        action: { href: settings, label: "Notification settings", quiet: true },
      }}
      unmatched={{
        title: "No matching notifications",
        text: "Change the filters.",
        action: { href: here, label: "Show all notifications", quiet: true },
      }}
    >
      <ActionForm action={openNotificationAction} className="gap-2">
        <FormStatus of={["id"]} />
        <ul
          aria-label="Notifications"
          className="divide-y divide-line border-line border-y bg-surface max-md:-mx-4 md:rounded-lg md:border"
        >
          {page.rows.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} />
          ))}
        </ul>
      </ActionForm>
    </ListPage>
  );
}

function MarkAllReadForm({ rows }: { rows: readonly ListedNotification[] }) {
  if (!rows.some(({ unread }) => unread)) return null;
  const upTo = Math.max(...rows.map(({ id }) => id));
  return (
    <ActionForm action={markAllReadAction} hidden={{ upTo }} className="">
      <SubmitButton variant="secondary">
        <CheckCheck className="max-sm:hidden" />
        Mark all as read
      </SubmitButton>
    </ActionForm>
  );
}

/** Keeps the groups of a phone number on one line. */
const joinDigits = (text: string) => text.replaceAll(/(?<=\d) (?=\d)/g, "\u00a0");

/** One notification. Opening it marks it as read and leads to its page. */
function NotificationItem({ notification }: { notification: ListedNotification }) {
  const { id, path, at, unread } = notification;
  const [title, text] = [joinDigits(notification.title), joinDigits(notification.text)];
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
              <RowLink href={path} label={`${title}, ${formatTime(at)}`}>
                {title}
              </RowLink>
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
