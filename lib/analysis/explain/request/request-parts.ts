import type { EntryPart } from '../growth/entry-parts';
import type { RequestLine } from './request-lines';

/** A part of a request: a segment of its bar, and a filter of its lines. */
export interface RequestPart {
  /** Name in an address. */
  readonly key: string;
  readonly name: string;
  readonly tokens: number;
  readonly lines: number;
  /** Its tokens are in no entry of the recording. */
  readonly unrecorded: boolean;
  /** null for what is no entry. */
  readonly entryPart: EntryPart | null;
}

const names: Readonly<Record<string, string>> = {
  prefix: 'prefix',
  head: 'before the recording',
  joined: 'joined the prefix',
  summary: 'summary',
  added: 'added by the policy',
  result: 'other results',
  call: 'calls',
  image: 'images',
  user: 'user text',
  context: 'instructions',
  model: 'model text',
  thinking: 'thinking',
  other: 'other',
  rest: 'in no entry',
};

const UNRECORDED: ReadonlySet<RequestLine['kind']> = new Set(['hidden', 'head', 'joined', 'rest']);

/** True for a line whose tokens are in no entry of the recording. */
export const isUnrecorded = ({ kind }: Pick<RequestLine, 'kind'>): boolean => UNRECORDED.has(kind);

/** The parts of a request that hold tokens: the prefix, what joined it, then the largest first. */
export function requestParts(lines: readonly RequestLine[]): readonly RequestPart[] {
  const byKey = new Map<string, RequestLine[]>();
  for (const line of lines) {
    if (line.tokens === 0) continue;
    const own = byKey.get(line.part);
    if (own === undefined) byKey.set(line.part, [line]);
    else own.push(line);
  }
  const parts = [...byKey].map(([key, own]): RequestPart => {
    const [first] = own;
    const hidden = own.filter(isUnrecorded).reduce((sum, { tokens }) => sum + tokens, 0);
    const tokens = own.reduce((sum, line) => sum + line.tokens, 0);
    const entryPart = first?.kind === 'entry' ? first.entryPart : null;
    const name = names[key] ?? entryPart?.tool ?? key;
    return { key, name, tokens, lines: own.length, unrecorded: 2 * hidden > tokens, entryPart };
  });
  const rank = ({ key }: RequestPart): number => FIRST.indexOf(key) + (FIRST.includes(key) ? 0 : 9);
  return parts.sort((a, b) => rank(a) - rank(b) || b.tokens - a.tokens);
}

const FIRST: readonly string[] = ['prefix', 'head', 'joined', 'summary'];
