/** Offsets on the wire count Unicode code points, JavaScript's strings count UTF-16 units. */
export class CodePoints {
  private readonly pairs: number[] = [];

  /** Remembers where the text has characters of two units, which is all that sets the counts apart. */
  constructor(readonly text: string) {
    let point = 0;
    for (let unit = 0; unit < text.length; unit++, point++) {
      if ((text.codePointAt(unit) ?? 0) > 0xffff) {
        this.pairs.push(point);
        unit++;
      }
    }
  }

  /** The UTF-16 index of a code point: each pair before it adds one. */
  unit(point: number): number {
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.pairs[middle] ?? 0) < point) low = middle + 1;
      else high = middle;
    }
    return Math.min(point + low, this.text.length);
  }

  /** The characters between two code points. */
  slice(start: number, end: number): string {
    return this.text.slice(this.unit(start), this.unit(end));
  }
}
