import { LoaderCircle } from "lucide-react";

/** Something is on its way; put words beside it. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-5 animate-spin" />;
}
