/** Every version over the 92 sessions of the seeds' two matrices. */
import { contextGuardTail } from '@/lib/policies/contextguard/tail';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { mark, prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { generateProfile, type ScriptedCall } from '@/lib/readers/scenarios/simulate';
import { figure, said, sayNumber, type Figure, type ModelTable } from '../figure';
import { goldenReadme } from '../seeds';
import { versionRows, type VersionRow } from './versions-table';

/** Sums over sessions, in steps but `overflowSessions`. */
interface VersionTotals {
  readonly sessions: number;
  readonly steps: number;
  readonly stepsCompacted: number;
  /** Steps that compacted right after a compaction. */
  readonly backToBack: number;
  readonly overflowSteps: number;
  readonly overflowSessions: number;
}

interface Prepared {
  readonly session: Replayable;
  readonly window: number;
  readonly script: readonly ScriptedCall[];
}

/** The sessions of TestStress_* and TestBrutal_*, ready for replays. */
function matrixSessions(): readonly Prepared[] {
  return scenarioCatalogue
    .filter(({ source }) => source === 'stress' || source === 'brutal')
    .map(({ session, name, window }) => {
      const { profile, script } = generateProfile(session, name);
      return { session: prepare(profile), window, script };
    });
}

function replayVersion({ policy, settings }: VersionRow, one: Prepared): Replay {
  const { session, window, script } = one;
  const options = { script, limit: window };
  const given = { ...settings, window };
  if (policy === contextGuardTail.id) {
    return replay(session, contextGuardTail, contextGuardTail.settings.parse(given), options);
  }
  const parsed = contextGuardThreshold.settings.parse({ ...given, quoteRequest: false });
  return replay(session, contextGuardThreshold, parsed, options);
}

/** Totals of one version over some sessions. */
function totalsOf(row: VersionRow, sessions: readonly Prepared[]): VersionTotals {
  let steps = 0;
  let stepsCompacted = 0;
  let backToBack = 0;
  let overflowSteps = 0;
  let overflowSessions = 0;
  for (const one of sessions) {
    const { columns, marks } = replayVersion(row, one);
    const { compacted } = columns;
    let overflows = 0;
    for (let i = 0; i < compacted.length; i++) {
      stepsCompacted += compacted[i] ?? 0;
      if (i > 0 && compacted[i] === 1 && compacted[i - 1] === 1) backToBack++;
      if (((marks[i] ?? 0) & mark.overflow) !== 0) overflows++;
    }
    steps += compacted.length;
    overflowSteps += overflows;
    if (overflows > 0) overflowSessions++;
  }
  const counts = { stepsCompacted, backToBack, overflowSteps, overflowSessions };
  return { sessions: sessions.length, steps, ...counts };
}

/** Totals of every version of the table, by commit. */
export function versionTotals(): ReadonlyMap<string, VersionTotals> {
  const sessions = matrixSessions();
  return new Map(versionRows().map((row) => [row.commit, totalsOf(row, sessions)]));
}

/** golden/README.md, below “Versions”: overflowing steps and sessions, by preset. */
const readme: Readonly<Record<string, readonly [steps: string, sessions: string]>> = {
  'v0.8.0': ['1,014', '76'],
  'v0.9.0': ['67', '10'],
  'v0.12.0': ['2,487', '76'],
};
/** "v0.9.1 and later on none". */
const none: readonly string[] = ['v0.9.1', 'v0.15.1', 'v0.18.0', 'v1.1.0'];

let computed: ModelTable | null = null;

/** The table of totals; computed at the first call, about half a second. */
export function versionTotalsTable(): ModelTable {
  computed ??= totalsTable(versionTotals());
  return computed;
}

function totalsTable(totals: ReadonlyMap<string, VersionTotals>): ModelTable {
  return {
    kind: 'table',
    id: 'version-totals',
    caption: 'Every version over the 92 sessions of the two test matrices',
    sources: [
      goldenReadme(
        '“Versions”, below the table',
        'Over the 92 sessions: v0.8.0 overflows on 1,014 steps of 76 sessions, v0.9.0 on 67 of 10, v0.9.1 and later on none, v0.12.0 on 2,487 of 76.',
      ),
    ],
    columns: [
      { label: 'version' },
      { label: 'steps' },
      { label: 'compacted', how: 'steps' },
      { label: 'back to back', how: 'right after another' },
      { label: 'overflows', how: 'steps, real > window' },
      { label: 'in sessions', how: 'of 92' },
    ],
    rows: versionRows().flatMap((row) => {
      const total = totals.get(row.commit);
      return total === undefined ? [] : [totalRow(row, total)];
    }),
    reasons: [],
  };
}

function totalRow({ preset, version }: VersionRow, total: VersionTotals): readonly Figure[] {
  const { steps, stepsCompacted, backToBack, overflowSteps, overflowSessions } = total;
  const words = readme[preset];
  const say = (i: 0 | 1) => {
    if (none.includes(preset)) return said('none', 0);
    return words === undefined ? {} : sayNumber(words[i]);
  };
  return [
    figure(version),
    figure(steps, 'count'),
    figure(stepsCompacted, 'count'),
    figure(backToBack, 'count'),
    figure(overflowSteps, 'count', { ...say(0), bad: overflowSteps > 0 }),
    figure(overflowSessions, 'count', { ...say(1), bad: overflowSessions > 0 }),
  ];
}
