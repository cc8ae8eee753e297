import type { Item } from './items';

/**
 * Removes repeated thoughts. Newer versions write a response's reasoning in several items, each of
 * which repeats the summaries before it: [A, B], [A, B], [A, B, C]. Each thought is counted once.
 */
export class Thoughts {
  /** Summaries of the reasoning at the end of the log. */
  #before: readonly string[] = [];

  /** The item without the summaries that the reasoning just before it also holds. */
  fresh(item: Item): Item {
    const texts = item.parts.flatMap((part) => (part.kind === 'thought' ? [part.text] : []));
    if (item.parts.length === 0 && item.side === 'model') return item;
    const before = this.#before;
    this.#before = texts;
    const repeats = before.length > 0 && before.every((text, i) => texts[i] === text);
    return repeats ? { ...item, parts: item.parts.slice(before.length) } : item;
  }

  /** Ends the response; reasoning that follows belongs to another one. */
  end(): void {
    this.#before = [];
  }
}
