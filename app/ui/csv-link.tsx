import { Download } from "lucide-react";
import { buttonClass } from "./button-class.ts";

/** Everything that the filters of a list find, as a file. */
export function CsvLink({ href }: { href: string }) {
  return (
    <a href={href} download className={buttonClass({ variant: "secondary" })}>
      <Download aria-hidden />
      CSV
    </a>
  );
}
