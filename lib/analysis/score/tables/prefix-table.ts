/** The shipped priors, measured again: what a first request holds beyond its trace, by source. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import { prepare } from '@/lib/engine/replay/prepare';
import { knownPrefix } from '@/lib/engine/replay/session-prefix';
import { prefixPriors } from '@/lib/engine/tokens/prefix-prior';
import type { Profile } from '@/lib/engine/tokens/profile';
import { acceptedSteps } from '../scored-steps';
import { hashed, type FittedTable } from './density-table';
import { tableLine, type TableLine } from './table-line';

/** A session's first request. */
interface FirstRequest {
  /** Id of the importer. */
  readonly source: string;
  /** Its real tokens less its heuristic; at least 0. */
  readonly hidden: number;
}

/** A session's evidence of its source's prefix; null where no step before a compaction has usage. */
export function prefixEvidence(profile: Profile): FirstRequest | null {
  // Beyond what the trace holds: a prefix solved from recorded state is not in it.
  const [first] = acceptedSteps(prepare(profile, knownPrefix(profile)));
  const [compaction] = profile.head.compactions;
  if (first === undefined || (compaction && compaction.step <= first.step)) return null;
  return {
    source: profile.head.source,
    hidden: Math.max(0, first.real - first.heuristics.flat),
  };
}

/** The table of priors over sessions in any order. */
export function prefixTable(sessions: readonly (FirstRequest | null)[]): FittedTable {
  const known = sessions.filter((one) => one !== null);
  const lines: TableLine[] = [];
  const rows = prefixPriors.map(({ agent, source, tokens, systemRecorded }) => {
    const own = known.filter((one) => priorOf(one.source) === agent);
    const line = tableLine(
      agent,
      own.map(({ hidden }) => hidden),
      tokens,
    );
    lines.push(line);
    const written = line.n === 0 ? tokens : Math.round(line.value);
    return `  {
    agent: '${agent}',
    source: ${String(source)},
    tokens: ${formatInteger(written).replaceAll(',', '_')},
    systemRecorded: ${systemRecorded},
    evidence: '${evidenceOf(line)}',
  },`;
  });
  return { lines, text: hashed('prefix', rows) };
}

const priorOf = (source: string): string | undefined =>
  prefixPriors.find((prior) => prior.source.test(source))?.agent;

function evidenceOf({ n, interval }: TableLine): string {
  if (n === 0) return 'kept: no session';
  const whole = (value: number): string => formatInteger(Math.round(value));
  return interval === null
    ? `${counted(n, 'session')}, too few for an interval`
    : `${counted(n, 'session')}, 95 % interval ${whole(interval[0])} to ${whole(interval[1])}`;
}
