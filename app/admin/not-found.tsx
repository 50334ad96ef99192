import { Missing } from "../ui/missing.tsx";

/** An admin page that does not exist. */
export default function NotFound() {
  return <Missing home="/admin" />;
}
