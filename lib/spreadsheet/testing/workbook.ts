import { deflateRawSync } from "node:zlib";

/** Packs texts as an XLSX archive; `lie` is the size that it claims for each part. */
export function createArchive(parts: Record<string, string>, lie?: number): Buffer {
  const bodies: Buffer[] = [];
  const heads: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(Buffer.from(text));
    const size = lie ?? Buffer.byteLength(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(8, 10);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(size, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(offset, 42);
    const body = Buffer.concat([local, Buffer.from(name), packed]);
    bodies.push(body);
    heads.push(head, Buffer.from(name));
    offset += body.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const XML_NAMESPACE =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

interface WorkbookParts {
  /** Columns, and XML behind the rows. */
  cols?: string;
  after?: string;
  styles?: string;
  /** The name of the part with shared texts. */
  texts?: string;
  /** The whole sheet, instead of rows. */
  sheet?: string;
}

/** Builds a workbook whose first shown sheet has these rows of XML, as a spreadsheet program writes it. */
export function createWorkbook(
  rows: string,
  shared = "",
  { cols = "", after = "", styles, texts = "sharedStrings.xml", sheet }: WorkbookParts = {},
): Buffer {
  const type = (name: string) =>
    `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}"`;
  return createArchive({
    "_rels/.rels": `${XML_HEADER}<Relationships ${RELATIONS}><Relationship Id="rId1" ${type("officeDocument")} Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML_HEADER}<workbook ${XML_NAMESPACE}><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="List" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML_HEADER}<Relationships ${RELATIONS}><Relationship Id="rId1" ${type("worksheet")} Target="worksheets/sheet1.xml"/><Relationship Id="rId2" ${type("worksheet")} Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId3" ${type("sharedStrings")} Target="${texts}"/>${styles ? `<Relationship Id="rId4" ${type("styles")} Target="styles.xml"/>` : ""}</Relationships>`,
    "xl/worksheets/sheet1.xml": `${XML_HEADER}<worksheet ${XML_NAMESPACE}><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>`,
    "xl/worksheets/sheet2.xml":
      sheet ??
      `${XML_HEADER}<worksheet ${XML_NAMESPACE}>${cols || '<cols><col min="1" max="3"/></cols>'}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    [`xl/${texts}`]: `${XML_HEADER}<sst ${XML_NAMESPACE}>${shared}</sst>`,
    ...(styles && { "xl/styles.xml": styles }),
  });
}
