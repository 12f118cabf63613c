/** A stretch of words that both texts have, or only one of them. */
export interface Stretch {
  text: string;
  side: "both" | "before" | "after";
}

const WORDS = /\s+|[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*|[^\s]/gu;
const MOST = 4_000_000;

/** The words that differ between two texts, in reading order; texts too long to be compared differ as a whole. */
export function wordDiff(before: string, after: string): Stretch[] {
  const [a, b] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const made: Stretch[] = [];
  const add = (text: string, side: Stretch["side"]) => {
    const last = made.at(-1);
    if (!text) return;
    if (last?.side === side) last.text += text;
    else made.push({ text, side });
  };
  add(a.slice(0, start).join(""), "both");
  for (const [text, side] of middle(a.slice(start, a.length - end), b.slice(start, b.length - end))) add(text, side);
  add(a.slice(a.length - end).join(""), "both");
  return made;
}

/** The longest words in common are kept; the rest is only before or only after. */
function middle(a: string[], b: string[]): [string, Stretch["side"]][] {
  if (!a.length || !b.length || a.length * b.length > MOST) return [[a.join(""), "before"], [b.join(""), "after"]];
  const wide = b.length + 1;
  const common = new Uint16Array((a.length + 1) * wide);
  const at = (i: number, j: number) => common[i * wide + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) common[i * wide + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const made: [string, Stretch["side"]][] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      made.push([a[i] ?? "", "both"]);
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) made.push([a[i++] ?? "", "before"]);
    else made.push([b[j++] ?? "", "after"]);
  }
  return made;
}
