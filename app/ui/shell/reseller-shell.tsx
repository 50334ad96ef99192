import type { ReactNode } from "react";
import { BottomBar } from "./bottom-bar.tsx";
import { Brand } from "./brand.tsx";
import type { Person } from "./person.ts";
import type { Place } from "./place.ts";
import { SideBar } from "./side-bar.tsx";
import { SkipLink } from "./skip-link.tsx";

interface Props {
  name: string;
  places: readonly Place[];
  person: Person;
  children: ReactNode;
}

/** Around a reseller's pages: a bar at the bottom of a phone, at the side of a desktop. */
export function ResellerShell({ name, places, person, children }: Props) {
  return (
    <div className="md:flex">
      <SkipLink />
      <SideBar name={name} places={places} person={person} />
      <div className="min-w-0 flex-1 pb-[calc(5.5rem+env(safe-area-inset-bottom))] md:pb-12 print:pb-0">
        <header className="flex items-center px-4 pt-2 md:hidden print:hidden">
          <Brand name={name} href={places[0]?.href ?? "/"} />
        </header>
        <main id="main" tabIndex={-1} className="mx-auto max-w-5xl px-4 pt-3 outline-none md:px-8 md:pt-8">
          {children}
        </main>
      </div>
      <BottomBar places={places} person={person} />
    </div>
  );
}
