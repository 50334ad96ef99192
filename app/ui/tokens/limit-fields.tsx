import { Textarea } from "../textarea.tsx";

/** Where a token works. */
export function LimitFields({ ips, origins }: { ips?: readonly string[]; origins?: readonly string[] }) {
  return (
    <>
      <Textarea
        label="IP addresses"
        name="ips"
        optional
        rows={2}
        hint="One per line. Ranges such as 203.0.113.0/24 work too."
        placeholder="203.0.113.7"
        defaultValue={ips?.join("\n")}
      />
      <Textarea
        label="Websites"
        name="origins"
        optional
        rows={2}
        hint="Only for programs that run inside a web page."
        placeholder="https://shop.example"
        defaultValue={origins?.join("\n")}
      />
    </>
  );
}
