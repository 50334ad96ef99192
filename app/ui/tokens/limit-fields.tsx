import { Textarea } from "../textarea.tsx";

interface Props {
  /** Parts the fields of several forms on one page. */
  id?: string;
  ips: string | undefined;
  origins: string | undefined;
  error: (name: string) => string | undefined;
}

/** Where a token works. */
export function LimitFields({ id = "new", ips, origins, error }: Props) {
  return (
    <>
      <Textarea
        label="IP addresses"
        name="ips"
        id={`ips-${id}`}
        optional
        rows={2}
        hint="One per line. Ranges such as 203.0.113.0/24 work too."
        placeholder="203.0.113.7"
        defaultValue={ips}
        error={error("ips")}
      />
      <Textarea
        label="Websites"
        name="origins"
        id={`origins-${id}`}
        optional
        rows={2}
        hint="Only for programs that run inside a web page."
        placeholder="https://shop.example"
        defaultValue={origins}
        error={error("origins")}
      />
    </>
  );
}
