/** Distinct names in order of appearance. */
export class Names {
  readonly all: string[] = [];
  readonly #known = new Map<string, number>();

  index(name: string | null): number {
    if (name === null) return -1;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#known.set(name, this.all.length);
    return this.all.push(name) - 1;
  }
}
