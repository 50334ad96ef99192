import Link from "next/link";
import { Mark } from "../mark.tsx";

/** The portal's mark and name, leading to where its reader starts. */
export function Brand({ name, href }: { name: string; href: string }) {
  return (
    <Link href={href} className="inline-flex min-h-11 items-center gap-2.5 rounded-md font-semibold text-lg">
      <Mark className="size-7" />
      {name}
    </Link>
  );
}
