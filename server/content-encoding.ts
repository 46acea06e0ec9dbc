export type Encoding = "br" | "gzip" | "identity";

/**
 * The best of the offered encodings, best first, that an Accept-Encoding header allows by its
 * q-values. `identity` is the answer when nothing else is allowed.
 */
export function preferredEncoding(header: string | undefined, offered: Encoding[]): Encoding {
  if (header === undefined) return "identity";
  const weights = readWeights(header);
  const weightOf = (encoding: Encoding) =>
    // Unnamed, identity is always acceptable, though never preferred to a named encoding.
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? 0.0001 : 0);
  let best: Encoding = "identity";
  let most = 0;
  for (const encoding of offered) {
    const weight = weightOf(encoding);
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}

/** Browsers send the same few headers again and again. */
let latest = { header: "", weights: new Map<string, number>() };

function readWeights(header: string): Map<string, number> {
  if (header !== latest.header) {
    latest = { header, weights: new Map(header.split(",").map(readWeight)) };
  }
  return latest.weights;
}

function readWeight(part: string): [string, number] {
  const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return [name === "x-gzip" ? "gzip" : name, Number.isFinite(weight) ? weight : 0];
}
