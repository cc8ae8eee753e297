/** The rows of a corpus: sessions that one policy, in one family of versions, ran at one limit. Rows are never mixed. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import { findPolicy } from '@/lib/policies/registry';

/** What decides the row of a session. */
export interface RowFacts {
  readonly policy: string;
  /** The family of versions: those that differ in their constants have presets of their own. */
  readonly preset: string | null;
  /** False where no policy models its agent. */
  readonly own: boolean;
  readonly limit: number | null;
}

/** One session as a corpus is split. */
export interface SplitFacts extends RowFacts {
  readonly generated: boolean;
  readonly steps: number;
  /** Largest real request; null where none is known. */
  readonly peak: number | null;
}

/** Sessions that may be tuned together. */
export interface CorpusRow<T> extends RowFacts {
  /** Names the row whatever else the corpus holds. */
  readonly key: string;
  readonly sessions: readonly T[];
  /** Sessions that decide: recorded ones. */
  readonly recorded: number;
}

/** What of a corpus decides nothing, and is in no row. */
export interface LeftOut {
  /** Recorded sessions of one or two steps that stay below half of their limit. */
  readonly short: number;
  /** Generated sessions under whose policy and limit nothing was recorded. */
  readonly generated: number;
}

/** A corpus in rows, that of the most recorded sessions first. */
export interface SplitCorpus<T> {
  readonly rows: readonly CorpusRow<T>[];
  readonly leftOut: LeftOut;
}

/** Splits a corpus. Where everything would be left out, nothing is: the answer then says why it cannot tell. */
export function splitCorpus<T>(
  sessions: readonly T[],
  factsOf: (session: T) => SplitFacts,
): SplitCorpus<T> {
  const all = sessions.map((session) => ({ session, facts: factsOf(session) }));
  const recorded = all.filter(({ facts }) => !facts.generated);
  const telling = recorded.filter(({ facts }) => !isShort(facts));
  const deciding = telling.length > 0 ? telling : recorded;
  const generated = all.filter(({ facts }) => facts.generated);
  const keys = new Set(
    (deciding.length > 0 ? deciding : generated).map(({ facts }) => rowKey(facts)),
  );
  const joined = generated.filter(({ facts }) => keys.has(rowKey(facts)));
  const kept = new Set([...deciding, ...joined]);
  // Sessions stay in the order in which they were read.
  const rows = [...keys].flatMap((key): readonly CorpusRow<T>[] => {
    const members = all.filter((one) => kept.has(one) && rowKey(one.facts) === key);
    const [first] = members;
    if (first === undefined) return [];
    const { policy, preset, own, limit } = first.facts;
    return [
      {
        ...{ key, policy, preset, own, limit },
        sessions: members.map(({ session }) => session),
        recorded: members.filter(({ facts }) => !facts.generated).length,
      },
    ];
  });
  return {
    rows: rows.sort(inOrder),
    leftOut: {
      short: recorded.length - deciding.length,
      generated: generated.length - joined.length,
    },
  };
}

const isShort = ({ steps, peak, limit }: SplitFacts): boolean =>
  steps <= 2 && (peak === null || limit === null || peak < limit / 2);

/** Equal for sessions of one row: "codex.remote.272000". */
const rowKey = ({ policy, preset, own, limit }: RowFacts): string =>
  [policy, preset ?? '', own ? '' : 'other', limit ?? 'unknown']
    .filter((part) => part !== '')
    .join('.');

function inOrder(a: CorpusRow<unknown>, b: CorpusRow<unknown>): number {
  return (
    b.recorded - a.recorded ||
    b.sessions.length - a.sessions.length ||
    Number(b.own) - Number(a.own) ||
    (a.key < b.key ? -1 : 1)
  );
}

/** "Claude Code, up to 2.1.20, limit 200,000": which sessions a row holds. */
export function rowWords({ policy: id, preset, own, limit }: RowFacts): string {
  const policy = findPolicy(id);
  const version = policy?.presets.find((one) => one.id === preset)?.label;
  const at = limit === null ? 'limit unknown' : `limit ${formatInteger(limit)}`;
  const name = policy?.label ?? id;
  return [own ? name : `agents that no policy models (${name} stands in)`, version, at]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** "3 recorded sessions of one or two steps decide nothing and are left out."; empty for none. */
export function leftOutWords({ short, generated }: LeftOut): readonly string[] {
  const said = (count: number, of: string, why: string): readonly string[] =>
    count === 0 ? [] : [`Left out, for nothing is decided by it: ${counted(count, of)} ${why}.`];
  return [
    ...said(short, 'recorded session', 'of one or two steps, below half of the limit'),
    ...said(generated, 'generated session', 'under whose policy and limit nothing is recorded'),
  ];
}
