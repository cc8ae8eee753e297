import type { Part } from '@/lib/engine/session/schema';
import { sealedReasoning } from '@/lib/engine/tokens/sealed-reasoning';
import { textOf, type Fields } from '../../mechanisms/loose-json';
import type { Item } from './items';

/** Characters of encrypted reasoning that are its envelope: Codex counts nothing for them. */
const ENVELOPE = 867;

/**
 * The reasoning of a response. Newer versions write it in several items, each of which repeats the
 * summaries before it: [A, B], [A, B], [A, B, C]; each thought is counted once. Its encrypted share
 * goes by its length to the next entry of the same response.
 */
export class Thoughts {
  /** Summaries of the reasoning at the end of the log. */
  #before: readonly string[] = [];
  #sealed: Part[] = [];

  /** The item, recorded as `payload`, without the summaries that the reasoning just before it holds. */
  fresh(item: Item, payload: Fields): Item {
    if (textOf(payload['type']) === 'reasoning') {
      const length = textOf(payload['encrypted_content'])?.length ?? 0;
      if (length > ENVELOPE) this.#sealed.push(sealedReasoning(length));
    }
    const texts = item.parts.flatMap((part) => (part.kind === 'thought' ? [part.text] : []));
    if (item.parts.length === 0 && item.side === 'model') return item;
    const before = this.#before;
    this.#before = texts;
    const repeats = before.length > 0 && before.every((text, i) => texts[i] === text);
    return repeats ? { ...item, parts: item.parts.slice(before.length) } : item;
  }

  /** Encrypted reasoning before the entry that is appended now. */
  sealed(): readonly Part[] {
    return this.#sealed.splice(0);
  }

  /** Ends the response; reasoning that follows belongs to another one. */
  end(): void {
    this.#before = [];
    this.#sealed = [];
  }
}
