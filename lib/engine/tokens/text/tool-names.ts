import type { Entry } from '@/lib/engine/session/schema';
import { Names } from '../names';

/**
 * Names of a session's tools, in order of appearance, and the index of one for every call and every
 * result of the log; −1 where the recording names none.
 */
export interface ToolNames {
  readonly names: readonly string[];
  readonly calls: readonly number[];
  readonly results: readonly number[];
}

/** Collects the names of calls and results from a log's entries, pushed in its order. */
export class ToolNameCollector {
  readonly #names = new Names();
  readonly #calls: number[] = [];
  readonly #results: number[] = [];

  push({ parts }: Pick<Entry, 'parts'>): void {
    for (const part of parts) {
      if (part.kind === 'call') this.#calls.push(this.#index(part.name));
      else if (part.kind === 'response') this.#results.push(this.#index(part.name));
      else if (part.kind === 'sized' && part.of === 'call') this.#calls.push(-1);
      else if (part.kind === 'sized' && part.of === 'response') this.#results.push(-1);
    }
  }

  finish(): ToolNames {
    return { names: this.#names.all, calls: this.#calls, results: this.#results };
  }

  #index(name: string): number {
    return this.#names.index(name === '' ? null : name);
  }
}
