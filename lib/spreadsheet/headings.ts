/** The meanings of a list's columns. */
export const COLUMN_ROLES = ["number", "network", "plan", "name", "note", "sellingPrice"] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The use of a list: of several numbers of a person, a purchase needs one; each is a customer. */
export type ListPurpose = "batch" | "customers";

export type ColumnChoice = Partial<Record<ColumnRole, readonly number[]>>;

/**
 * Words of headings in the languages of the trade, without marks, as `foldHeading` writes them: English,
 * Pidgin, Hausa, Yoruba, Igbo, French, Portuguese, Spanish, Swahili, German. Those after "~" are
 * believed only where the column holds such things.
 */
const ROLE_TEXTS: Record<ColumnRole, string> = {
  number: `phone; phone number; phone no; phone num; mobile; mobile number; mobile no; mobile phone; msisdn; gsm; gsm no;
    gsm number; tel; tel no; telephone; telephone number; cell; cell phone; cellphone; cell number; phoneno; phonenumber;
    mobileno; mobilenumber; recipient; recipient number; recipient phone; number; numbers; whatsapp; whatsapp number; whatsapp no;
    fone; fon; namba; lambar waya; lamba; waya; nomba; nomba foonu; nomba ero; foonu; nomba ekwenti; ekwenti; akara ekwenti;
    numero de telephone; numero; numero telephone; telephone portable; portable; n de telephone; no de telephone; num tel; telefone; telemovel;
    celular; numero de telefone; numero de telemovel; telefono; movil; numero de telefono; simu; nambari; nambari ya simu; namba ya simu;
    telefon; handy; handynummer; mobil; mobiltelefon; mobilnummer; rufnummer; telefonnummer;
    ~ line; lines; line no; line number; contact; contacts; contact number; contact no; contact phone; beneficiary; beneficiary number;
    beneficiary phone; customer; client; no; nos; num; n; destination; receiver; to; sim; sim number; sim no; user; username; contato; contacto; home; work; office; business; main; domicile; bureau; casa; trabalho; privat`,
  network: `network; net; mobile network; network provider; network name; operator; telco; carrier; provider; isp; service provider;
    operateur; reseau; operadora; operador; rede; red; hanyar sadarwa; netiwok; mtandao; netzwerk; anbieter; netz`,
  plan: `plan; data plan; plan name; bundle; data bundle; data; data package; data size; data volume; plan size; plan type; data type;
    plan id; plan code; dataplan; databundle; forfait; pacote; plano; paquete; paquet; kunshi; kifurushi; datenpaket
    ~ package; product; type; size; volume; gb; offer; offre; subscription; tarif; paket; item; description; order; request; need;
    service; quantity; qty; value; taille; tamanho`,
  name: `name; full name; fullname; customer name; client name; recipient name; contact name; display name; names; beneficiary name; student name; member name;
    member; nom complet; nom et prenom; nom; nome; nome completo; nombre; nombre completo; suna; oruko; aha; jina; sunan; staff name; surname and other names;
    account name; subscriber name; receiver name; wey name
    ~ customer; client; beneficiary; contact; student; staff; owner; recipient; person; user; sunan mutum; contato; contacto`,
  note: "note; notes; remark; remarks; comment; comments; memo; remarque; commentaire; observacao; nota; bayani; bemerkung; notiz; reference note",
  sellingPrice: `sellingprice; selling price; customer pays; customer price; sold; sold for; sold at; sale price; selling; prix de vente; preco de venda; farashin sayarwa`,
};

/** Parts of a name that an address book keeps in columns of their own, in the order in which they are said. */
const NAME_PARTS: readonly RegExp[] = [
  /^(first|given|fore|christian) name$|^firstname$|^givenname$|^prenom$|^vorname$|^primeiro nome$|^nome proprio$|^first$/,
  /^(middle|additional|other) names?$|^middlename$|^othernames$|^weitere vornamen$|^deuxieme prenom$|^segundo nome$|^nome do meio$|^middle$/,
  /^(last|family) name$|^lastname$|^surname$|^familyname$|^nom de famille$|^nachname$|^sobrenome$|^apelido$|^apellidos?$|^last$/,
];

/** Columns that are never the recipient's number, though their headings have such a word. */
const NOT_A_NUMBER =
  /\b(name|names|nom|prenom|nome|network|operator|account|acct|acc|a c|serial|sn|s n|s no|order|invoice|receipt|bvn|nin|meter|card|matric|reg|registration|admission|staff|student id|member id|id|ref|reference|transaction|txn|amount|price|cost|fee|balance|total|qty|quantity|label|type|phonetic|yomi|e ?mail|fax|pager|date|time|bank|sort|code|pin|plan|bundle|size|data|sender|from|referrer|agent|sponsor|next of kin|assistant|emergency|whatsapp link|imei|iccid|age|room|seat|compte|conta|montant|extension|ext|area|batch|box|house|street|plate|row|line item|sim serial|telex|organi[sz]ation|company)\b/;

/** Headings that name a plan alone, but not within others, such as "Shirt size". */
const EXACT_PLANS: readonly string[] = [
  "package",
  "product",
  "type",
  "size",
  "volume",
  "gb",
  "offer",
  "offre",
  "subscription",
  "tarif",
  "paket",
];
const NOT_A_PLAN =
  /\b(phone|tel|e ?mail|address|relation|event|website|account|card|payment|transaction|date|shirt|family|class)\b/;

/** Columns that are never a name. */
const NOT_A_NAME =
  /\b(phonetic|yomi|file as|network|plan|bundle|bank|company|organi[sz]ation|product|nick ?name|prefix|suffix|department|user ?name|school|church|group|file|maiden|mother|father|spouse|assistant|manager|street|city|country|bundle name|domain)\b/;

/** Writes a heading for comparison: without case, marks and signs. */
export const foldHeading = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/n[º°]/g, "no")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

interface RoleTerms {
  certain: readonly string[];
  weak: readonly string[];
}

const ROLE_WORDS = Object.fromEntries(
  Object.entries(ROLE_TEXTS).map(([role, terms]) => {
    const [certain = "", weak = ""] = terms.split("~");
    const split = (part: string) =>
      part
        .split(";")
        .map((word) => word.replaceAll(/\s+/g, " ").trim())
        .filter(Boolean);
    return [role, { certain: split(certain), weak: split(weak) }];
  }),
) as unknown as Record<ColumnRole, RoleTerms>;

/** Rates how well a heading names a role: 4 as a whole, 2 with whole words, 1 by weak words, 0 not at all. */
export function scoreHeading(role: ColumnRole, heading: string): number {
  const text = foldHeading(heading);
  if (text === "" || text.length > 40) return 0;
  const { certain, weak } = ROLE_WORDS[role];
  // "Phone 2", "Phone 1 - Value", "Mobile Phone (home)".
  const bare = text.replace(/\s*\d+\s*(value)?$/, "").trim();
  if (certain.includes(text)) return 4;
  if (role === "plan" && NOT_A_PLAN.test(text)) return 0;
  if (role === "plan" && EXACT_PLANS.includes(text)) return 4;
  if (role === "number" && isOtherNumber(heading) && !certain.includes(bare)) return 0;
  if (role === "name" && NOT_A_NAME.test(text)) return 0;
  if (role === "note" && certain.includes(bare)) return 4;
  if (role === "number" && certain.includes(bare)) return 3;
  if (includesTerm(text, certain)) return 2;
  return weak.includes(text) || includesTerm(text, weak) ? 1 : 0;
}

/** @returns the place of a part of a name in the whole, or undefined. */
export function findNamePart(heading: string): number | undefined {
  const text = foldHeading(heading);
  const at = NAME_PARTS.findIndex((pattern) => pattern.test(text));
  return at < 0 ? undefined : at;
}

/** Whether a heading says that its column isn't the recipient's number; "phone number for data" is. */
export const isOtherNumber = (heading: string): boolean => {
  const text = foldHeading(heading).replace(
    /\b(phone|mobile|gsm|whatsapp) (number|no)\b.*\b(data|plan|bundle)\b/,
    "$1 $2",
  );
  return !ROLE_WORDS.number.certain.includes(text) && NOT_A_NUMBER.test(text);
};

const includesTerm = (text: string, words: readonly string[]): boolean =>
  words.some((word) => word.length > 1 && ` ${text} `.includes(` ${word} `));

/** Whether a row looks like headings: at least two of its cells name something, or its only one a number. */
export function countHeadings(row: readonly string[]): number {
  return row.filter(
    (cell) =>
      !/\d{5}/.test(cell) &&
      (findNamePart(cell) !== undefined ||
        COLUMN_ROLES.some((role) => scoreHeading(role, cell) >= 1) ||
        isOtherNumber(cell)),
  ).length;
}
