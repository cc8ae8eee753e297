import { textOf, type Fields } from '../../mechanisms/loose-json';
import type { LogGraph } from './graph';
import { shorten } from '../../mechanisms/shorten';

/** Most summaries kept; a project's older logs begin with those of other sessions. */
const MOST_SUMMARIES = 100;

/** Titles that the agent wrote into the log. */
export class Titles {
  readonly #summaries: { readonly leaf: string; readonly title: string }[] = [];
  #given: string | null = null;

  /** Takes a line that may hold a title. */
  read(line: Fields): void {
    const given = textOf(line['customTitle']) ?? textOf(line['aiTitle']);
    if (given !== null) this.#given = shorten(given) ?? this.#given;
    const leaf = textOf(line['leafUuid']);
    const title = shorten(textOf(line['summary']) ?? '');
    if (leaf === null || title === null || this.#summaries.length >= MOST_SUMMARIES) return;
    this.#summaries.push({ leaf, title });
  }

  /** The newest title given, else the summary of a line of this log. */
  of(graph: LogGraph): string | null {
    return this.#given ?? this.#summaries.find(({ leaf }) => graph.knows(leaf))?.title ?? null;
  }
}
