import { LogOut } from "lucide-react";
import { cx } from "../cx.ts";
import { menuItemClass } from "../menu.tsx";
import type { Person } from "./person.ts";

/** The end of an account's menu: who is signed in, and the way out. */
export function AccountItems({ person }: { person: Person }) {
  return (
    <div className="border-line border-t pt-2 first:border-t-0 first:pt-0">
      <div className="min-w-0 px-3 py-1.5">
        <p className="truncate font-medium">{person.name}</p>
        <p className="truncate text-muted text-sm">{person.email}</p>
      </div>
      <form action="/sign-out" method="post">
        <button type="submit" className={cx(menuItemClass)}>
          <LogOut aria-hidden />
          Sign out
        </button>
      </form>
    </div>
  );
}
