import { firstAtLeast } from '@/lib/engine/base/search';
import type { Replay } from '@/lib/engine/replay/replay';
import { partKey, type EntryPart, type EntryParts } from '../growth/entry-parts';
import { joinedBy } from '../growth/joined-by';
import type { NamedEntries } from '../growth/named-entries';
import { sessionGrowth } from '../growth/session-growth';
import { requestLayout, type RequestItem } from '../request-items';
import type { RequestDifference } from './request-difference';
import { requestSizes, type RequestSizes } from './request-sizes';

/** One part of a request as sent. */
export type RequestLine = {
  readonly key: string;
  /** Real tokens; 0 for what is not sent. */
  readonly tokens: number;
  /** Tokens by the policy's own count; null where it counts no such thing. */
  readonly counted: number | null;
  /** Name of its part in an address. */
  readonly part: string;
  /** In this request and not in the compared one. */
  readonly isNew: boolean;
} & (
  | {
      readonly kind:
        'system' | 'tools' | 'hidden' | 'head' | 'rest' | 'continuation' | 'added' | 'other';
    }
  /** Hidden tokens that joined the prefix at a step, with a tool's result. */
  | { readonly kind: 'joined'; readonly step: number; readonly tool: string | null }
  | { readonly kind: 'summary'; readonly bytes: number }
  | { readonly kind: 'summarised' | 'lost'; readonly from: number; readonly to: number }
  | RequestEntry
);

/** An entry that is sent. */
export interface RequestEntry {
  readonly kind: 'entry';
  readonly entry: number;
  /** Step of the first request after it entered the log. */
  readonly since: number;
  readonly entryPart: EntryPart;
  /** The policy's count before it was shortened or blanked; null where it is whole. */
  readonly before: number | null;
  /** Stands before the split: it was put back. */
  readonly kept: boolean;
}

export type EntryLine = Extract<RequestLine, { readonly kind: 'entry' }>;

/** What the lines of a request are made from. */
export interface RequestSubject {
  readonly replay: Replay;
  readonly step: number;
  readonly log: NamedEntries;
  readonly parts: EntryParts;
  /** null at the first step, which has none to compare with. */
  readonly difference: RequestDifference | null;
}

/** A request's lines in log order, what is in no entry first; their tokens add up to the request. */
export function requestLines(subject: RequestSubject): readonly RequestLine[] {
  const sizes = requestSizes(subject.replay, subject.step);
  return [...prefixLines(subject, sizes), ...layoutLines(subject, sizes), ...restLine(sizes)];
}

/** A line of what is in every request; none where it holds nothing. */
function plain(
  kind: 'system' | 'tools' | 'hidden' | 'head',
  tokens: number,
  counted: number | null,
): readonly RequestLine[] {
  if (tokens === 0 && (counted ?? 0) === 0) return [];
  const part = kind === 'head' ? kind : 'prefix';
  return [{ kind, key: kind, tokens, counted, part, isNew: false }];
}

function prefixLines(
  { replay, log, difference }: RequestSubject,
  { system, tools, hidden, head, joined }: RequestSizes,
): readonly RequestLine[] {
  const growth = sessionGrowth(replay.session);
  const { prefix } = replay.form.estimator;
  const known = replay.session.profile.head;
  const ofSystem = prefix > 0 ? Math.min(prefix, known.system ?? 0) : 0;
  const ofTools = prefix > 0 ? Math.min(prefix - ofSystem, known.tools ?? 0) : 0;
  // A prefix that the user attached, or that recorded state shows, is counted and not recorded.
  const rest = prefix - ofSystem - ofTools;
  return [
    ...plain('hidden', hidden, rest === 0 ? null : rest),
    ...joined.map(({ step, tokens }): RequestLine => ({
      kind: 'joined',
      key: `joined-${step}`,
      step,
      tokens,
      counted: null,
      part: 'joined',
      tool: joinedBy(growth, log, step)?.tool ?? null,
      isNew: difference !== null && step > difference.other,
    })),
    ...plain('head', head, null),
    ...plain('system', system, ofSystem),
    ...plain('tools', tools, ofTools),
  ];
}

function restLine({ rest }: RequestSizes): readonly RequestLine[] {
  if (rest === 0) return [];
  return [{ kind: 'rest', key: 'rest', tokens: rest, counted: null, part: 'rest', isNew: false }];
}

/** The lines that the policy counts, its prefix aside. */
function layoutLines(subject: RequestSubject, sizes: RequestSizes): readonly RequestLine[] {
  const layout = requestLayout(subject.replay, subject.step);
  const lines: RequestLine[] = [];
  for (let i = 0; i < layout.lines; i++) {
    const item = layout.lineAt(i);
    if (item.kind !== 'prefix') lines.push(lineOf(subject, sizes, item));
  }
  return lines;
}

function lineOf(
  { replay, parts, difference }: RequestSubject,
  sizes: RequestSizes,
  item: RequestItem,
): RequestLine {
  const { key, tokens: counted } = item;
  const isNew = false;
  switch (item.kind) {
    case 'entry': {
      const { entry, before, kept } = item;
      const entryPart = parts.of(entry);
      return {
        ...{ kind: 'entry', key, entry, before, kept, counted, entryPart },
        tokens: sizes.entry(entry),
        since: firstAtLeast(replay.session.profile.steps.entries, entry + 1),
        part: partKey(entryPart),
        isNew: difference?.isNew(entry) === true,
      };
    }
    case 'summary':
      return {
        kind: 'summary',
        key,
        bytes: item.bytes,
        tokens: sizes.summary,
        counted,
        part: 'summary',
        isNew,
      };
    case 'summarised':
    case 'lost':
      return {
        kind: item.kind,
        key,
        from: item.from,
        to: item.to,
        tokens: 0,
        counted: -counted,
        part: item.kind,
        isNew,
      };
    case 'other':
      return { kind: 'other', key, tokens: 0, counted, part: 'other', isNew };
    default: {
      const kind = item.kind === 'continuation' ? 'continuation' : 'added';
      return { kind, key, tokens: sizes.added, counted, part: 'added', isNew };
    }
  }
}
