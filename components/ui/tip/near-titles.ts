/** An element, as far as its titles matter. */
export interface Titled {
  readonly title: string;
  readonly parentElement: Titled | null;
  /** Elements inside that have a title and are in view, in the order of the page. */
  readonly titled: () => readonly { readonly title: string }[];
}

/** What titles say of an element: its own and those inside, else those of the nearest element around. */
export function nearTitles(of: Titled): readonly string[] {
  for (let at: Titled | null = of; at !== null; at = at.parentElement) {
    const found = [at, ...at.titled()].map(({ title }) => title).filter((title) => title !== '');
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}
