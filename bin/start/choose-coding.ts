export type Coding = "br" | "gzip";

/** Chooses the better coding of a client's `Accept-Encoding`; undefined when it accepts neither. */
export function chooseCoding(header: string | string[] | undefined): Coding | undefined {
  const weights = new Map(
    String(header ?? "")
      .split(",")
      .map(readWeight),
  );
  const weight = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = weight("br") >= weight("gzip") ? "br" : "gzip";
  return weight(best) > 0 && weight(best) >= (weights.get("identity") ?? 0) ? best : undefined;
}

function readWeight(part: string): [name: string, weight: number] {
  const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
  const weight = parameters.find((word) => word.startsWith("q="))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}
