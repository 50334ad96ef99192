import { expect, test } from "vitest";
import { summariseReading } from "./describe-reading.ts";
import type { ListPurpose } from "./headings.ts";
import { readFile } from "./read-file.ts";
import { readList } from "./read-list.ts";
import type { ListChoice } from "./reading.ts";

async function read(file: string | Buffer, purpose: ListPurpose = "batch", choice?: ListChoice) {
  const { rows, reading } = readList(await readFile(Buffer.from(file)), "NG", purpose, choice);
  const texts = rows.map(({ number, plan, name, note, sellingPrice }) =>
    [number, plan, name || note, name && note, sellingPrice].join("|").replace(/\|+$/, ""),
  );
  return { rows: texts, reading };
}

const ADA = "08031234567|1GB MTN|Ada";
const BOLA = "08051234568|2GB MTN|Bola";

test.each<[string, string, string[]]>([
  [
    "title rows above the headings",
    "Customers of November\n\nName,Phone,Plan\nAda,08031234567,1GB MTN",
    [ADA],
  ],
  ["a spreadsheet's own separator line", "sep=;\nName;Phone;Plan\nAda;08031234567;1GB MTN", [ADA]],
  [
    "an account number before the phone",
    "Account number;Phone;Plan;Name\n8035550001;08031234567;1GB MTN;Ada",
    [ADA],
  ],
  [
    "a serial number before the phone",
    "S/N,Name,Phone No.,Plan\n1,Ada,08031234567,1GB MTN\n2,Bola,08051234568,2GB MTN",
    [ADA, BOLA],
  ],
  ["a serial number without headings", "1,Ada,08031234567,1GB MTN\n2,Bola,08051234568,2GB MTN", [ADA, BOLA]],
  ["an invoice number", "Invoice number,Mobile No,Plan,Customer\n8031112223,08031234567,1GB MTN,Ada", [ADA]],
  ["a recipient's name and phone", "Recipient name,Recipient phone,Plan\nAda,08031234567,1GB MTN", [ADA]],
  [
    "a BVN and a meter number",
    "Name,BVN,Meter No,GSM,Bundle\nAda,22212345678,45012345678,08031234567,1GB MTN",
    [ADA],
  ],
  ["amounts and dates", "Date,Name,Tel,Plan,Amount,Price\n24/11/2026,Ada,08031234567,1GB MTN,500,450", [ADA]],
  ["a row of totals", "Name,Phone,Plan,Amount\nAda,08031234567,1GB MTN,500\nTOTAL,,,500", [ADA]],
  [
    "headings repeated on each page",
    "Name,Phone,Plan\nAda,08031234567,1GB MTN\nName,Phone,Plan\nBola,08051234568,2GB MTN",
    [ADA, BOLA],
  ],
  [
    "a network's column",
    "Mobile network,Phone,Plan,Name\nMTN,08031234567,1GB,Ada",
    ["08031234567|MTN 1GB|Ada"],
  ],
  [
    "size and plan type apart",
    "Phone,Plan type,Size,Name\n08031234567,SME,1GB,Ada",
    ["08031234567|SME 1GB|Ada"],
  ],
  ["Hausa headings", "Suna,Lambar waya,Kunshi\nAda,08031234567,1GB MTN", [ADA]],
  ["Yoruba headings", "Orúkọ;Nọ́mbà foonu;Data\nAda;08031234567;1GB MTN", [ADA]],
  ["Igbo headings", "Aha\tNọmba ekwentị\tPlan\nAda\t08031234567\t1GB MTN", [ADA]],
  ["Pidgin headings", "Name,Fone number,Data wey dem want\nAda,08031234567,1GB MTN", [ADA]],
  ["French headings", "Nom;N° de téléphone;Forfait\nAda;08031234567;1GB MTN", [ADA]],
  [
    "Portuguese headings, whose “Data” is a date",
    "Data;Nome;Telemóvel;Pacote\n24/11/2026;Ada;08031234567;1GB MTN",
    [ADA],
  ],
  ["unknown headings", "Zeta,Theta,Iota\nAda,08031234567,1GB MTN\nBola,08051234568,2GB MTN", [ADA, BOLA]],
  ["WhatsApp as the heading", "Name,WhatsApp,Plan\nAda,08031234567,1GB MTN", [ADA]],
  ["Beneficiary as the heading of numbers", "Beneficiary,Plan,Name\n08031234567,1GB MTN,Ada", [ADA]],
  ["Beneficiary as the heading of names", "Beneficiary,Line,Plan\nAda,08031234567,1GB MTN", [ADA]],
  ["Contact as the heading", "Name,Contact,Plan\nAda,08031234567,1GB MTN", [ADA]],
  [
    "No as the heading of a count",
    "No,Name,Number,Plan\n1,Ada,08031234567,1GB MTN\n2,Bola,08051234568,2GB MTN",
    [ADA, BOLA],
  ],
  [
    "a separator in quotes",
    '08031234567,1GB MTN,"Ada; the tailor"\n08051234568,2GB MTN,Bola',
    ["08031234567|1GB MTN|Ada; the tailor", BOLA],
  ],
  ["a bar within a plan", "08031234567,1GB MTN|weekly", ["08031234567|1GB MTN|weekly"]],
  [
    "a tab in a note",
    '08031234567,1GB MTN,"Ada\tObi"\n08051234568,2GB MTN,Bola',
    ["08031234567|1GB MTN|Ada Obi", BOLA],
  ],
  [
    "quotes that are never closed",
    '"Ada,08031234567,1GB MTN\nBola,08051234568,2GB MTN',
    ['08031234567|1GB MTN|"Ada', BOLA],
  ],
  [
    "spaces before quotes",
    '08031234567, "1GB MTN", "Ada, the tailor"',
    ["08031234567|1GB MTN|Ada, the tailor"],
  ],
  [
    "the line ends of old Macs",
    "Name,Phone,Plan\rAda,08031234567,1GB MTN\rBola,08051234568,2GB MTN",
    [ADA, BOLA],
  ],
  ["bars", "Ada | 08031234567 | 1GB MTN\nBola | 08051234568 | 2GB MTN", [ADA, BOLA]],
  ["spaces that don't break", "Ada,0803\u00a0123\u00a04567,1GB\u00a0MTN", ["0803 123 4567|1GB MTN|Ada"]],
  ["full-width digits", "Ada,０８０３１２３４５６７,1GB MTN", ["０８０３１２３４５６７|1GB MTN|Ada"]],
  ["Arabic digits", "Ada,٠٨٠٣١٢٣٤٥٦٧,1GB MTN", ["٠٨٠٣١٢٣٤٥٦٧|1GB MTN|Ada"]],
  [
    "00 and brackets before the code",
    "00234 803 123 4567,1GB MTN\n(+234)8051234568,2GB MTN",
    ["00234 803 123 4567|1GB MTN", "(+234)8051234568|2GB MTN"],
  ],
  [
    "decimals and lost zeros",
    "8031234567.0,1GB MTN\n803123456.0,1GB MTN",
    ["8031234567.0|1GB MTN", "803123456.0|1GB MTN"],
  ],
  ["numbers that a spreadsheet shortened", "Phone,Plan\n8.03E+09,1GB MTN", ["8.03E+09|1GB MTN"]],
  ["an Excel text formula", '="08031234567",1GB MTN,Ada', [ADA]],
  [
    "name, number and plan without headings",
    "Ada,08031234567,1GB MTN\nBola,08051234568,2GB MTN",
    [ADA, BOLA],
  ],
  [
    "a size within a note",
    "08031234567,12,Ada wants 2GB\n08051234568,12,Bola",
    ["08031234567|12|Ada wants 2GB", "08051234568|12|Bola"],
  ],
  ["plan first", "1GB MTN,08031234567,Ada\n2GB MTN,08051234568,Bola", [ADA, BOLA]],
  ["a network beside the number", "Name,Phone,Plan\nAda,08031234567 (MTN),1GB MTN", [ADA]],
  [
    "a row without a number but with a plan",
    "Name,Phone,Plan\nAda,,1GB MTN\nBola,08051234568,2GB MTN",
    ["|1GB MTN|Ada", BOLA],
  ],
  [
    "a date beside the number",
    "08031234567,20261124\n08051234568,20261125",
    ["08031234567||20261124", "08051234568||20261125"],
  ],
  [
    "numbers alone, in lines that differ",
    "08031234567,08051234568\n07061234569",
    ["08031234567", "08051234568", "07061234569"],
  ],
  [
    "a phone with its other phone mostly empty",
    "Name,Phone,Phone 2,Plan\nAda,08031234567,,1GB MTN\nBola,,08051234568,2GB MTN",
    [ADA, BOLA],
  ],
  [
    "the exact heading before its likes",
    "Name,Home phone,Phone,Plan\nAda,07061234569,08031234567,1GB MTN",
    [ADA],
  ],
  [
    "a line among them that isn't separated",
    "Ada,08031234567\nBola,08051234568,2GB\nChidi 07061234569 1GB",
    ["08031234567||Ada", "08051234568|2GB|Bola", "07061234569|1GB|Chidi"],
  ],
  [
    "a table of a chat program",
    "| Name | Phone | Plan |\n|---|---|---|\n| Ada | 08031234567 | 1GB MTN |",
    [ADA],
  ],
  ["a row of totals with a count", "Name,Phone,Plan\nAda,08031234567,1GB MTN\nTotal,1,", [ADA]],
  [
    "a form's questions",
    "Timestamp,Email,Your full name,Your phone number (for data),Which network?,How much data do you want?\n24/11/2026 10:00:00,a@b.c,Ada,8031234567,MTN,1GB",
    ["8031234567|MTN 1GB|Ada"],
  ],
  [
    "a network in a cell without headings",
    "Ada,MTN,08031234567,1GB\nBola,GLO,08051234568,2GB",
    ["08031234567|MTN 1GB|Ada", "08051234568|GLO 2GB|Bola"],
  ],
  [
    "a unit in the heading",
    "Phone,Data (GB),Type\n08031234567,1,SME\n08051234568,2,SME",
    ["08031234567|1GB SME", "08051234568|2GB SME"],
  ],
  ["a size without a unit, which isn't a plan's id", "Phone,Size\n08031234567,1", ["08031234567|size 1"]],
  [
    "grouped numbers with decimals",
    "8 031 234 567,00;1GB\n8 051 234 568,00;2GB",
    ["8 031 234 567,00|1GB", "8 051 234 568,00|2GB"],
  ],
  [
    "what customers pay",
    "Phone,Plan,Name,Selling price\n08031234567,1GB MTN,Ada,350",
    ["08031234567|1GB MTN|Ada||350"],
  ],
  [
    "a school's list",
    "GREENFIELD SCHOOL\nSS2 parents\nS/N\tSurname\tOther names\tClass\tParent's phone\n1\tOkafor\tAda\tSS2\t08031234567\n2\tAde\tBola\tSS2\t08051234568",
    ["08031234567||Ada Okafor", "08051234568||Bola Ade"],
  ],
  [
    "a wallet's statement",
    "Transaction date,Reference,Beneficiary name,Beneficiary account,Phone number,Amount,Status\n2026-11-24,20261124103000123456,Ada,8035550001,08031234567,500,Successful",
    ["08031234567||Ada"],
  ],
  [
    "another portal's export",
    "ID,Reference,Network,Plan,Mobile Number,Amount,Balance,Status,Date\n1,DATA_87612,MTN,1GB SME,08031234567,250,1000,success,2026-11-24 10:30",
    ["08031234567|MTN 1GB SME"],
  ],
])("reads %s for a batch", async (_kind, text, rows) => {
  expect((await read(text)).rows).toEqual(rows);
});

test.each<[string, string, string[]]>([
  ["a numbered list", "1. 08031234567 1GB\n2. 08051234568 2GB", ["08031234567|1GB", "08051234568|2GB"]],
  [
    "other numbered lists",
    "1) 08031234567 1GB\n(2) 08051234568 2GB\n#3 07061234569 1GB\n4.07061234560 1GB",
    ["08031234567|1GB", "08051234568|2GB", "07061234569|1GB", "07061234560|1GB"],
  ],
  [
    "bullets and emoji",
    "• 08031234567 1GB\n👉 08051234568 - 2GB ✅\n- 07061234569: 500MB",
    ["08031234567|1GB", "08051234568|2GB", "07061234569|500MB"],
  ],
  [
    "names first and plans first",
    "Ada 08031234567 1GB\nBola - 0805 123 4568 - 2GB\n1GB - 07061234569",
    ["08031234567|1GB|Ada", "0805 123 4568|2GB|Bola", "07061234569|1GB"],
  ],
  ["an equals sign", "08031234567=1GB\n08051234568 = 2GB", ["08031234567|1GB", "08051234568|2GB"]],
  [
    "sizes as people write them",
    "08031234567 1.5 gig\n08051234568 1000mb\n07061234569 2g\n07061234560 glo 350mb",
    ["08031234567|1.5 gig", "08051234568|1000mb", "07061234569|2g", "07061234560|glo 350mb"],
  ],
  [
    "a request in words",
    "Good morning o\nPls send me 1GB to 08031234567\nmama sola 1gb 08051234568 please\nthanks",
    ["08031234567|1GB", "08051234568|1gb|mama sola"],
  ],
  ["an amount beside it", "08031234567 1GB N500", ["08031234567|1GB|N500"]],
  [
    "a copied chat",
    "[12:30, 24/11/2026] Musa: 2GB to 0803 123 4567 pls\n[12:31, 24/11/2026] Bola: 0805 123 4568 1GB MTN",
    ["0803 123 4567|2GB", "0805 123 4568|1GB MTN"],
  ],
  [
    "an Android export of 24 hours",
    "24/11/2026, 12:29 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.\n24/11/2026, 12:30 - Musa: 2GB to 08031234567\n24/11/2026, 12:31 - Musa: <Media omitted>\n24/11/2026, 12:32 - +234 706 123 4569 joined using this group's invite link\n24/11/2026, 12:33 - +234 706 123 4569: 1GB 08051234568\nand also for mama",
    ["08031234567|2GB", "08051234568|1GB"],
  ],
  [
    "an Android export of 12 hours",
    "11/24/26, 12:30\u202fPM - Musa: 08031234567 1GB\n11/24/26, 1:05\u202fpm - Musa: This message was deleted",
    ["08031234567|1GB"],
  ],
  [
    "an iOS export",
    "\u200e[24/11/2026, 12:30:15] Data group: \u200eMessages and calls are end-to-end encrypted.\n[24/11/2026, 12:31:02] ~ Musa: 1GB 08031234567\n\u200e[24/11/2026, 12:31:20] ~ Musa: \u200eimage omitted\n[24/11/2026, 12:32:00] +234 706 123 4569: \u200e+234 706 123 4569 joined using this group's invite link",
    ["08031234567|1GB"],
  ],
  ["an iOS export of 12 hours", "[11/24/26, 4:19:15\u202fPM] Musa: 1GB 08031234567", ["08031234567|1GB"]],
  [
    "other countries' stamps",
    "20.11.26, 13:30 - Musa: 08031234567 1GB\n2026-11-24, 3:02 p.m. - Musa: 08051234568 2GB\n[24.11.2026 klo 14.08.18] Musa: 07061234569 1GB",
    ["08031234567|1GB", "08051234568|2GB", "07061234569|1GB"],
  ],
  [
    "numbers without their zero",
    "Ada 8031234567 1GB\nBola 234 805 123 4568 2GB",
    ["8031234567|1GB|Ada", "234 805 123 4568|2GB|Bola"],
  ],
  [
    "numbers in a row",
    "0803 123 4567 0803 123 4568 08031234569",
    ["0803 123 4567", "0803 123 4568", "08031234569"],
  ],
  ["a number that is one digit short", "Ada 0803123456 1GB", ["0803123456|1GB|Ada"]],
  [
    "two numbers among words without a choice",
    "Musa 08031234567 pays for 08051234568 1GB",
    ["Musa 08031234567 pays for 08051234568 1G"],
  ],
  [
    "an account that is to be paid",
    "Pay 8035550001 Opay Ada\n08031234567 1GB",
    ["Pay 8035550001 Opay Ada", "08031234567|1GB"],
  ],
  ["a number that is there twice", "08031234567 (0803 123 4567) 1GB", ["08031234567|1GB"]],
  ["sizes in French", "Ada 08031234567 1Go", ["08031234567|1Go|Ada"]],
  ["labels", "Name: Ada, Phone: 08031234567, Plan: 1GB", ["08031234567|1GB|Ada"]],
  ["lines without any number", "hello\n12345", ["hello", "12345"]],
  [
    "a network before several numbers",
    "MTN: 08031234567, 08051234568\nGLO: 07051234569",
    ["08031234567|MTN", "08051234568|MTN", "07051234569|GLO"],
  ],
  [
    "a plan above the numbers that get it",
    "MTN 1GB\n08031234567\n08061234567 500MB\n\nGLO 2GB:\n08051234568",
    ["08031234567|MTN 1GB", "08061234567|500MB", "08051234568|GLO 2GB"],
  ],
  ["a plan below each number", "08031234567\n1GB\n08051234568\n2GB", ["08031234567|1GB", "08051234568|2GB"]],
  ["a plan below some numbers", "08031234567\n1GB\n08051234568", ["08031234567|1GB", "08051234568"]],
  [
    "headings below many titles",
    `${"Lagos\n".repeat(12)}Name,Phone,Plan\nAda,08031234567,1GB`,
    ["08031234567|1GB|Ada"],
  ],
  [
    "an account's number beside the phone's",
    "Acct 8031234567 GTB, phone 08051234568, 1GB",
    ["08051234568|1GB|Acct 8031234567 GTB"],
  ],
  ["digits of an email address", "ada08031234567@gmail.com 1GB\n08051234568 2GB", ["08051234568|2GB"]],
])("reads %s as free text", async (_kind, text, rows) => {
  const list = await read(text);
  expect(list.rows).toEqual(rows);
  expect(list.reading.isText).toBe(true);
  expect(summariseReading(list.reading)).toBe("");
});

const GOOGLE =
  "\uFEFFFirst Name,Middle Name,Last Name,Phonetic First Name,Organization Name,Notes,Labels,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\n" +
  'Ada,,Okafor,,,"pays\non Friday",* myContacts,Mobile,0803 123 4567 ::: 0805 123 4568,,\n' +
  "Bola,M,Ade,,,,* myContacts,Work,,Mobile,+234 706 123 4569\nNobody,,Here,,,,* myContacts,,,,";

test.each<[string, string, string[]]>([
  [
    "numbers under Home as well as Mobile",
    "Name,Mobile,Home\nAda,0803-123-4567,\nBola,,0805 123 4568",
    ["0803-123-4567||Ada", "0805 123 4568||Bola"],
  ],
  [
    "Google's contacts",
    GOOGLE,
    [
      "0803 123 4567||Ada Okafor|pays on Friday",
      "0805 123 4568||Ada Okafor|pays on Friday",
      "+234 706 123 4569||Bola M Ade",
    ],
  ],
  [
    "Google's contacts of before 2024",
    "Name,Given Name,Additional Name,Family Name,Yomi Name,Notes,Group Membership,Phone 1 - Type,Phone 1 - Value\nAda Okafor,Ada,,Okafor,,,* myContacts,Mobile,0803 123 4567",
    ["0803 123 4567||Ada Okafor"],
  ],
  [
    "Outlook in English",
    "Title,First Name,Middle Name,Last Name,Suffix,Company,Business Fax,Business Phone,Home Phone,Mobile Phone,Email Address,Notes\nMrs,Ada,,Okafor,,Kiosk Ltd,01 234 5678,,,+2348031234567,ada@example.com,late",
    ["+2348031234567||Ada Okafor|late"],
  ],
  [
    "Outlook in French",
    "Titre;Prénom;Deuxième prénom;Nom;Société;Télécopie (bureau);Téléphone (domicile);Tél. mobile;Notes\n;Ada;;Okafor;;;;+2348031234567;",
    ["+2348031234567||Ada Okafor"],
  ],
  [
    "Outlook in Portuguese",
    "Título;Primeiro Nome;Segundo Nome;Sobrenome;Empresa;Telefone Residencial;Celular;Anotações\n;Ada;;Okafor;;;+2348031234567;",
    ["+2348031234567||Ada Okafor"],
  ],
  [
    "Outlook in German",
    "Anrede;Vorname;Weitere Vornamen;Nachname;Firma;Fax geschäftlich;Telefon privat;Mobiltelefon;Notizen\n;Ada;;Okafor;;;;+2348031234567;",
    ["+2348031234567||Ada Okafor"],
  ],
  [
    "an Android contact",
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Okafor;Ada;;;\r\nFN:Ada Okafor\r\nTEL;CELL:+2348031234567\r\nTEL;HOME:0803-123-4567\r\nEND:VCARD\r\n",
    ["+2348031234567||Ada Okafor"],
  ],
  [
    "an Android contact in quoted-printable",
    "BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E1=B9=A2=E1=BB=8D=\r\n=CC=81l=C3=A1\r\nTEL;CELL;PREF:0805 123 4568\r\nEND:VCARD",
    ["0805 123 4568||Ṣọ́lá"],
  ],
  [
    "an iOS contact",
    "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Apple Inc.//iPhone OS 19.0//EN\r\nN:Okafor;Ada;Chidi;;\r\nFN:Ada Chidi \r\n Okafor\r\nTEL;type=CELL;type=VOICE;type=pref:+234 803 123 4567\r\nitem1.TEL:0805 123 4568\r\nitem1.X-ABLabel:shop\r\nEND:VCARD",
    ["+234 803 123 4567||Ada Chidi Okafor", "0805 123 4568||Ada Chidi Okafor"],
  ],
  [
    "a contact of version 4",
    "BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nTEL;TYPE=work,voice;VALUE=uri:tel:+2348031234567\nEND:VCARD",
    ["+2348031234567||Ada"],
  ],
  [
    "either order",
    "08031234567, Ada Obi, 1GB MTN, Fridays, cash\nMusa,08031234568",
    ["08031234567|1GB MTN|Ada Obi|Fridays cash", "08031234568||Musa"],
  ],
  [
    "words without commas",
    "0803 123 4567 Ada Obi\nAda the tailor +234 803 123 4568",
    ["0803 123 4567||Ada Obi", "+234 803 123 4568||Ada the tailor"],
  ],
  ["just words", "just words", ["just words"]],
  [
    "its headings",
    "Customer;Phone no;Network;Bundle;Remark\nAda;08031234567;MTN;12;late",
    ["08031234567|MTN #12|Ada|late"],
  ],
  [
    "two numbers in a cell",
    "Name,Phone\nAda,08031234567 / 08051234568",
    ["08031234567||Ada", "08051234568||Ada"],
  ],
  [
    "a church's list",
    "Parish register\nMember,Gender,Date of birth,GSM No,Address\nAda Okafor,F,1990-01-02,08031234567,12 Allen",
    ["08031234567||Ada Okafor"],
  ],
])("reads %s for customers", async (_kind, text, rows) => {
  expect((await read(text, "customers")).rows).toEqual(rows);
});

test.each<[string, string, number[]]>([
  ["two columns of numbers without headings", "08031234567,8035550001\n08051234568,8035550002", [0, 1]],
  ["two phones that both may be meant", "Name,Phone,WhatsApp\nAda,08031234567,07061234569", [1, 2]],
  ["account numbers alone", "Name,Account number\nAda,8035550001\nBola,8035550002", [1]],
  ["a sender's number alone", "Sender phone,Plan\n08031234567,1GB", [0]],
])("asks about %s before there are rows", async (_kind, text, candidates) => {
  const { rows, reading } = await read(text);
  expect([rows, reading.candidates]).toEqual([[], candidates]);
});

test("reads the columns that a person chose", async () => {
  const text = "08031234567,8035550001\n08051234568,8035550002";
  const choose = (number: number[]) => read(text, "batch", { sheet: 0, columns: { number } });
  expect((await choose([0])).rows).toEqual(["08031234567", "08051234568"]);
  expect((await choose([1])).rows).toEqual(["8035550001", "8035550002"]);
});

test("counts what it left out", async () => {
  const { reading } = await read("Name,Phone,Plan\nLagos\nAda,08031234567,1GB\nGrand total,,500");
  expect(reading.left).toEqual({ hiddenRows: 0, hiddenColumns: 0, totals: 1, withoutNumber: 1 });
  expect((await read("Good morning\n08031234567 1GB\nthanks")).reading.left.withoutNumber).toBe(2);
});

test.each<[string, Buffer]>([
  ["UTF-16 with its mark", Buffer.from("\uFEFFName\tPhone\tPlan\nAda\t08031234567\t1GB MTN", "utf16le")],
  ["UTF-16 without it", Buffer.from("Name\tPhone\tPlan\nAda\t08031234567\t1GB MTN", "utf16le")],
  ["Windows-1252", Buffer.from("Name;N\xb0 de t\xe9l\xe9phone;Forfait\nAda;08031234567;1GB MTN", "latin1")],
])("reads a file in %s", async (_kind, file) => {
  expect((await read(file)).rows).toEqual([ADA]);
});

test.each<[string, Buffer, string]>([
  ["a PDF", Buffer.from("%PDF-1.7\n08031234567"), "We can’t read this file"],
  ["nothing", Buffer.from("\n\n"), "no phone numbers"],
  ["headings alone", Buffer.from("Phone,Plan"), "no phone numbers"],
  ["too many rows", Buffer.from("08031234567\n".repeat(5_001)), "at most 5,000 rows"],
  ["too many cells", Buffer.from(`Phone${",".repeat(200_000)}`), "too large"],
])("rejects %s with a message", async (_kind, file, message) => {
  await expect(read(file)).rejects.toThrow(message);
});

test("reads a web page's table, which portals name a spreadsheet, unless it hides rows", async () => {
  const page = (attributes: string) =>
    `<html><table><tr><th>Name</th><th>Phone</th><th>Plan</th></tr><tr ${attributes}><td>Ada</td><td>08031234567</td><td>1GB MTN</td></tr></table></html>`;
  expect((await read(page(""))).rows).toEqual([ADA]);
  await expect(read(page('style="display:none"'))).rejects.toThrow("which rows are hidden");
  await expect(read("<?xml version='1.0'?><Workbook>08031234567</Workbook>")).rejects.toThrow("can’t read");
});

test("shows no more columns than a page can offer, and reads no more numbers of a contact", async () => {
  const { reading } = await read(`Phone${",x".repeat(5_000)}\n08031234567${",1".repeat(5_000)}`);
  expect(reading.columns).toHaveLength(200);
  const card = `BEGIN:VCARD\nFN:Ada\n${"TEL:08031234567\n".repeat(500)}END:VCARD`;
  expect((await read(card, "customers")).reading.columns).toHaveLength(21);
});
