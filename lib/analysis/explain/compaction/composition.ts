import { floatAt, intAt } from '@/lib/engine/base/read';
import { shareOut } from '@/lib/engine/replay/projection/share-out';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { EntryShape, PartShape } from '@/lib/engine/tokens/text/part-shapes';
import type { Range } from './contents';
import { roleOf } from './summariser-input';

/** What a share of a request is; results of one tool are a share of their own. */
export type ShareKind =
  | 'prefix'
  | 'hidden-prefix'
  | 'summary'
  | 'user'
  | 'model'
  | 'thought'
  | 'call'
  | 'response'
  | 'inline'
  | 'other'
  | 'added'
  | 'unrecorded';

/** A share of a request in real tokens. */
export interface RequestShare {
  readonly kind: ShareKind;
  /** Name of the tool whose results these are; null for other kinds and for tools without a name. */
  readonly tool: string | null;
  readonly tokens: number;
}

/** Tools that get a share of their own; the results of the others are one share. */
const MOST_TOOLS = 4;

/** A request whose shares are asked for. */
export interface SharedRequest {
  readonly ranges: readonly Range[];
  /** Share of its heuristic that an entry lost, 0 to 1. */
  readonly elided: (entry: number) => number;
  /** Real tokens of the summary and of other texts of the policy's. */
  readonly summary: number;
  readonly added: number;
  /** Step up to which tools had joined the prefix. */
  readonly step: number;
  /** Real tokens of the request. */
  readonly total: number;
}

/**
 * The shares of a request; they add up to its real tokens. What is in no entry of the recording is a
 * share of its own; where the entries are sized above the total, they share what is left.
 */
export function requestShares(
  session: Replayable,
  request: SharedRequest,
  shapes: readonly EntryShape[] | null,
): readonly RequestShare[] {
  const total = Math.max(0, Math.round(request.total));
  const prefix = prefixOf(session, request.step);
  const fixed = [prefix.known, prefix.hidden, request.summary, request.added];
  const visible = [...visibleShares(session, request, shapes).values()].sort(bySize);
  const sized = visible.map(({ tokens }) => tokens);
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  const rest = Math.max(0, total - sum(fixed) - sum(sized));
  const scale = Math.min(1, Math.max(0, total - sum(fixed)) / Math.max(1e-9, sum(sized)));
  const kinds: readonly ShareKind[] = ['prefix', 'hidden-prefix', 'summary', 'added'];
  const shares = [
    ...kinds.map((kind, i) => ({ kind, tool: null, tokens: fixed[i] ?? 0 })),
    ...visible.map((one) => ({ ...one, tokens: one.tokens * scale })),
    { kind: 'unrecorded' as const, tool: null, tokens: rest },
  ];
  const whole = shareOut(
    total,
    shares.map(({ tokens }) => tokens),
  );
  return shares
    .map((share, i) => ({ ...share, tokens: whole[i] ?? 0 }))
    .filter(({ tokens }) => tokens > 0);
}

/** Largest first; the results of many tools come last. */
const bySize = (a: RequestShare, b: RequestShare): number =>
  Number(isRest(a)) - Number(isRest(b)) || b.tokens - a.tokens;

const isRest = ({ kind, tool }: RequestShare): boolean => kind === 'response' && tool === null;

/** Real tokens of the prefix: what the recording holds of it, and the rest. */
function prefixOf({ profile, prefixTokens, projection }: Replayable, step: number) {
  const { ratio } = profile.steps;
  const last = Math.min(Math.max(0, step), profile.stepCount - 1);
  if (ratio !== null) return { known: prefixTokens * floatAt(ratio, last), hidden: 0 };
  const whole = projection.prefix + floatAt(projection.joined, last);
  const known = Math.min(whole, projection.density.value * prefixTokens);
  return { known, hidden: whole - known };
}

type Shares = Map<string, RequestShare>;

/** Real tokens of entries by kind, largest tools by name. */
function visibleShares(
  session: Replayable,
  { ranges, elided, step }: SharedRequest,
  shapes: readonly EntryShape[] | null,
): Shares {
  const shares: Shares = new Map();
  const add = (kind: ShareKind, tool: string | null, tokens: number): void => {
    const key = `${kind} ${tool ?? ''}`;
    shares.set(key, { kind, tool, tokens: (shares.get(key)?.tokens ?? 0) + tokens });
  };
  for (const [from, to] of ranges) {
    for (let entry = from; entry < to; entry++) {
      const size = entrySize(session, entry, step) * (1 - elided(entry));
      const parts = shapes?.[entry] ?? columnParts(session, entry);
      const heuristic = parts.reduce((all, { tokens }) => all + tokens, 0);
      for (const part of parts) {
        const share = heuristic > 0 ? part.tokens / heuristic : 1 / parts.length;
        add(
          kindOf(session, entry, part),
          part.kind === 'response' ? part.name : null,
          size * share,
        );
      }
    }
  }
  return fewTools(shares);
}

const kindOf = ({ profile }: Replayable, entry: number, { kind }: PartShape): ShareKind =>
  kind === 'text' ? roleOf(profile, entry) : kind;

/** Real tokens of an entry; of a generated session by its ratio. */
function entrySize({ profile, projection }: Replayable, entry: number, step: number): number {
  const { ratio } = profile.steps;
  if (ratio === null)
    return floatAt(projection.sizes, entry + 1) - floatAt(projection.sizes, entry);
  const last = Math.min(Math.max(0, step), profile.stepCount - 1);
  return (intAt(profile.sum, entry + 1) - intAt(profile.sum, entry)) * floatAt(ratio, last);
}

const columnKinds = ['text', 'thought', 'call', 'response', 'inline', 'other'] as const;

/** An entry's parts as far as its columns tell, while nothing else is known. */
const columnParts = ({ profile }: Replayable, entry: number): EntryShape =>
  columnKinds.flatMap((kind) => {
    const tokens = intAt(profile.entries.kinds[kind], entry);
    return tokens > 0 ? [{ kind, tokens, bytes: 0, rest: 0, name: null }] : [];
  });

/** Keeps the largest tools; the results of the others become one share. */
function fewTools(shares: Shares): Shares {
  const tools = [...shares.values()]
    .filter(({ tool }) => tool !== null)
    .sort((a, b) => b.tokens - a.tokens);
  const kept = new Set(tools.slice(0, MOST_TOOLS).map(({ tool }) => tool));
  const out: Shares = new Map();
  for (const share of shares.values()) {
    const tool = share.tool !== null && kept.has(share.tool) ? share.tool : null;
    const key = `${share.kind} ${tool ?? ''}`;
    out.set(key, { ...share, tool, tokens: (out.get(key)?.tokens ?? 0) + share.tokens });
  }
  return out;
}
