import type { Item } from './items';

/**
 * Newer versions write a response's reasoning in several items, and each repeats the summaries of
 * those before it: [A, B], [A, B], [A, B, C]. They were thought once, so each is counted once.
 */
export class Thoughts {
  /** Summaries of the reasoning that nothing else followed yet. */
  #before: readonly string[] = [];

  /** The item without what the reasoning just before it says as well. */
  fresh(item: Item): Item {
    const texts = item.parts.flatMap((part) => (part.kind === 'thought' ? [part.text] : []));
    if (item.parts.length === 0 && item.side === 'model') return item;
    const before = this.#before;
    this.#before = texts;
    const repeats = before.length > 0 && before.every((text, i) => texts[i] === text);
    return repeats ? { ...item, parts: item.parts.slice(before.length) } : item;
  }

  /** A call was counted: what follows is another response. */
  end(): void {
    this.#before = [];
  }
}
