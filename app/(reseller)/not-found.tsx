import { Missing } from "../ui/missing.tsx";

/** A reseller's page that does not exist, or not for them. */
export default function NotFound() {
  return <Missing home="/home" />;
}
