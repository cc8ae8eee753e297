import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { EntryKind, NamedEntries } from './named-entries';

/** Tools whose results are a part of a request by themselves. */
const MOST_TOOLS = 4;

/**
 * Parts of a request by what they hold: of each of the session's largest tools the results, the other
 * results, and the other kinds of entries. An entry belongs to one.
 */
export class EntryParts {
  /** The tools with a part of their own, the largest first. */
  readonly tools: readonly string[];
  readonly #log: NamedEntries;

  constructor(profile: Profile, log: NamedEntries) {
    this.#log = log;
    this.tools = largestTools(profile, log);
  }

  of(entry: number): EntryPart {
    const kind = this.#log.kind(entry);
    if (kind !== 'result') return { kind, tool: null };
    const [tool, ...more] = this.#log.results(entry, entry + 1);
    return {
      kind,
      tool: tool !== undefined && more.length === 0 && this.tools.includes(tool) ? tool : null,
    };
  }
}

/** A part; `tool` is null for all but the results of one of the largest tools. */
export interface EntryPart {
  readonly kind: EntryKind;
  readonly tool: string | null;
}

/** Name of a part in an address: "user", "result:kubectl_get". */
export const partKey = ({ kind, tool }: EntryPart): string =>
  tool === null ? kind : `${kind}:${tool}`;

function largestTools({ entryCount, entries }: Profile, log: NamedEntries): readonly string[] {
  const sizes = new Map<string, number>();
  for (let entry = 0; entry < entryCount; entry++) {
    const [tool, ...more] = log.results(entry, entry + 1);
    if (tool === undefined || more.length > 0) continue;
    sizes.set(tool, (sizes.get(tool) ?? 0) + intAt(entries.kinds.response, entry));
  }
  return [...sizes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_TOOLS)
    .map(([tool]) => tool);
}
