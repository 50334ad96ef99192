import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMobileNumber } from "#lib/core/text/parse-mobile-number";
import { readFile } from "./read-file.ts";
import { readList } from "./read-list.ts";

const phone = fc
  .tuple(
    fc.constantFrom("0803", "+234 803 ", "234803", "0803-", "803", "00234803"),
    fc.stringMatching(/^[0-9]{7}$/),
  )
  .map(([prefix, digits]) => ({ text: prefix + digits, e164: `+234803${digits}` }));
const row = fc.record({
  phone,
  plan: fc.constantFrom("1GB", "500MB", "MTN 2 GB monthly"),
  name: fc.constantFrom("Ada", "Bola Ade", "Ṣọlá", "Mama Chidi, shop"),
  account: fc.stringMatching(/^80355[0-9]{5}$/),
  amount: fc.constantFrom("500", "1,500.00", "₦350"),
  date: fc.constantFrom("24/11/2026", "2026-11-24"),
});
type Column = "phone" | "plan" | "name" | "account" | "amount" | "date" | "serial";
const HEADINGS: Record<Column, readonly string[]> = {
  phone: ["Phone", "GSM No", "Mobile number", "Tel.", "WhatsApp", "N° de téléphone"],
  plan: ["Plan", "Data bundle", "Forfait"],
  name: ["Name", "Customer name", "Nom"],
  account: ["Account number", "Acct No", "Wallet account"],
  amount: ["Amount", "Price"],
  date: ["Date"],
  serial: ["S/N", "No"],
};
const columns = fc
  .shuffledSubarray<Column>(["plan", "name", "account", "amount", "date", "serial"])
  .chain((rest) => fc.shuffledSubarray<Column>(["phone", ...rest], { minLength: rest.length + 1 }));

test("finds the number, the plan and the name in whatever order and separator the columns come", async () => {
  const lists = fc.tuple(
    columns,
    fc.array(row, { minLength: 2, maxLength: 6 }),
    fc.constantFrom(",", ";", "\t", "|"),
    fc.nat(5),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.constantFrom("", "Customers of November\n\n"),
  );
  await fc.assert(
    fc.asyncProperty(lists, async ([order, people, separator, pick, lineEnd, title]) => {
      const quote = (cell: string) => `"${cell}"`;
      const lines = [
        order.map((column) => quote(HEADINGS[column][pick % HEADINGS[column].length] ?? "")),
        ...people.map((person, n) =>
          order.map((column) =>
            quote(
              column === "serial" ? String(n + 1) : column === "phone" ? person.phone.text : person[column],
            ),
          ),
        ),
      ];
      const text = title + lines.map((cells) => cells.join(separator)).join(lineEnd);
      const { rows, reading } = readList(await readFile(Buffer.from(text)), "NG", "batch");
      expect(reading.candidates).toEqual([]);
      expect(rows.map(({ number }) => parseMobileNumber(number, "NG"))).toEqual(
        people.map((person) => person.phone.e164),
      );
      if (order.includes("plan"))
        expect(rows.map(({ plan }) => plan)).toEqual(people.map(({ plan }) => plan));
      if (order.includes("name"))
        expect(rows.map(({ note }) => note)).toEqual(people.map(({ name }) => name));
    }),
    { numRuns: 500 },
  );
});
