import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';

/** Content of an entry by what matters most to a reader. */
export type EntryKind =
  'result' | 'call' | 'image' | 'user' | 'context' | 'model' | 'thinking' | 'other';

/** A log whose calls and results may have names. */
export class NamedEntries {
  readonly #profile: Profile;
  readonly #tools: ToolNames | null;
  /** Calls before each entry. */
  readonly #callStart: Int32Array;

  constructor(profile: Profile, tools: ToolNames | null) {
    this.#profile = profile;
    this.#tools = tools;
    this.#callStart = new Int32Array(profile.entryCount + 1);
    for (let i = 0; i < profile.entryCount; i++) {
      this.#callStart[i + 1] = intAt(this.#callStart, i) + intAt(profile.entries.calls, i);
    }
  }

  /** Names of the tools whose results stand in the entries [from, to), each once, in log order. */
  results(from: number, to: number): readonly string[] {
    const start = this.#profile.responseStart;
    return this.#names(this.#tools?.results, intAt(start, from), intAt(start, to));
  }

  /** Names of the tools that the entries [from, to) call, likewise. */
  calls(from: number, to: number): readonly string[] {
    return this.#names(
      this.#tools?.calls,
      intAt(this.#callStart, from),
      intAt(this.#callStart, to),
    );
  }

  kind(entry: number): EntryKind {
    const { entries } = this.#profile;
    if (intAt(entries.responses, entry) > 0) return 'result';
    if (intAt(entries.calls, entry) > 0) return 'call';
    if (intAt(entries.inlines, entry) > 0) return 'image';
    const flags = byteAt(entries.flags, entry);
    if ((flags & entryFlag.context) !== 0) return 'context';
    if ((flags & entryFlag.user) !== 0) return 'user';
    const { text, thought } = entries.kinds;
    if (intAt(text, entry) > 0) return 'model';
    return intAt(thought, entry) > 0 ? 'thinking' : 'other';
  }

  #names(places: readonly number[] | undefined, from: number, to: number): readonly string[] {
    const names = new Set<string>();
    for (let i = from; i < to; i++) {
      const name = this.#tools?.names[places?.[i] ?? -1];
      if (name !== undefined) names.add(name);
    }
    return [...names];
  }
}
