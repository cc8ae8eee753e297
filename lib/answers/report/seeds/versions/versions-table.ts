/** The versions of ContextGuard's threshold strategy, as the presets replay them. */
import { formatPercent } from '@/lib/engine/base/format';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import {
  contextGuardThreshold,
  type ContextGuardSettings,
} from '@/lib/policies/contextguard/threshold';
import { contextGuardTail, type TailSettings } from '@/lib/policies/contextguard/tail';
import type { Preset } from '@/lib/engine/policy/policy';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { figure, said, sayNumber, type Figure, type SeedFigures } from '../figure';
import { matrixScenarios, replayThreshold, type PreparedScenario } from '../replays';

/** One version of the table, with its preset's data as text. */
export interface VersionRow {
  readonly policy: string;
  readonly preset: string;
  readonly version: string;
  readonly commit: string;
  readonly date: string;
  /** null: the raw heuristic is compared. */
  readonly factor: number | null;
  readonly cap: string;
  readonly boundary: string;
  readonly counts: string;
  readonly onTrigger: string;
  readonly nextRequest: string;
  readonly onFailure: string;
  readonly attempts: number;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** golden/README.md's row of each version, by preset; “same” is replaced by the value meant. */
const readme: Readonly<
  Record<
    string,
    readonly [date: string, factor: string, cap: string, boundary: string, attempts: string]
  >
> = {
  'v0.7.0': ['2026-02-25', 'raw', 'raw', '>', '1'],
  'v0.8.0': ['2026-02-25', 'raw', 'raw', '>', '3'],
  'pr7-first': ['2026-02-28', '× 1.5', 'uncapped', '>', '1'],
  'pr7-hardened': ['2026-02-28', '× 2.0', '1–5', '>', '1'],
  'v0.9.0': ['2026-02-28', '× 2.0', '1–5', '>', '1'],
  'v0.9.1': ['2026-02-28', '× 2.5', '1–5', '>=', '1'],
  'v0.12.0': ['2026-03-29', '× 2.5', '1–5', '>=', '0'],
  'v0.15.1': ['2026-05-01', '× 2.5', '1–5', '>=', '3'],
  'v0.18.0': ['2026-06-01', '× 2.5', '1–5', '>=', '3'],
  'v1.1.0': ['2026-07-30', '× 2.5', '1–5', '>=', '3'],
};

/** "v0.9.0 (dc1ea47), 2026-02-28" and "e2d01e0, 2026-02-28, branch only". */
const provenance = /\b([0-9a-f]{7})\)?, (\d{4}-\d\d-\d\d)/;

/** What a preset says of its version; null for one without a commit of its own. */
function commitOf({ id, provenance: source, settings }: Preset<object>) {
  const [, commit, date] = provenance.exec(source?.version ?? '') ?? [];
  if (commit === undefined || date === undefined) return null;
  return { preset: id, commit, date, settings: Object.fromEntries(Object.entries(settings)) };
}

function countsOf({ countTools, countInline, countOther }: ContextGuardSettings): string {
  const more = [
    ...(countTools ? ['tools'] : []),
    ...(countInline ? ['inline data'] : []),
    ...(countOther ? ['newer kinds'] : []),
  ];
  return more.length === 0 ? 'contents, system' : `+ ${more.join(', ')}`;
}

function thresholdRow(preset: Preset<ContextGuardSettings>): VersionRow | null {
  const own = commitOf(preset);
  if (own === null) return null;
  const settings = contextGuardThreshold.settings.parse(preset.settings);
  const { capped, floor, cap, boundary, attempts, truncate, stripCovered, onFailure } = settings;
  return {
    ...own,
    policy: contextGuardThreshold.id,
    version: preset.label.split(':')[0] ?? preset.label,
    factor: settings.factor,
    cap: capped ? `${floor}–${cap}` : 'uncapped',
    boundary,
    counts: countsOf(settings),
    onTrigger: attempts === 0 ? 'nothing' : `full summary${truncate ? ', cut to 80 %' : ''}`,
    nextRequest: stripCovered ? 'watermark strips' : 'prepended: fires again',
    onFailure: onFailure === 'fallback' ? 'mechanical' : 'passes unchanged',
    attempts,
  };
}

function tailRow(preset: Preset<TailSettings>): VersionRow | null {
  const own = commitOf(preset);
  if (own === null) return null;
  const { keepShare, attempts, boundary } = contextGuardTail.settings.parse(preset.settings);
  return {
    ...own,
    policy: contextGuardTail.id,
    version: preset.id,
    factor: null,
    cap: 'raw',
    boundary,
    counts: 'contents, system',
    onTrigger: `tail split: keeps ${formatPercent(keepShare)}`,
    nextRequest: 'prepended: fires again',
    onFailure: 'passes unchanged',
    attempts,
  };
}

/** Every version that is a preset with its own commit, oldest first. */
export const versionRows = (): readonly VersionRow[] =>
  [
    ...contextGuardTail.presets.map(tailRow),
    ...contextGuardThreshold.presets.map(thresholdRow),
  ].flatMap((row) => row ?? []);

function cells(row: VersionRow): readonly Figure[] {
  const [date, factor, cap, boundary, attempts] = readme[row.preset] ?? [];
  const say = (text: string | undefined) => (text === undefined ? {} : said(text, text));
  const number = (text: string | undefined) => (text === undefined ? {} : sayNumber(text));
  return [
    figure(`${row.version} (${row.commit})`),
    figure(row.date, 'count', say(date)),
    row.factor === null
      ? figure('raw', 'factor', say(factor))
      : figure(row.factor, 'factor', number(factor)),
    figure(row.cap, 'count', say(cap)),
    figure(row.boundary, 'count', say(boundary)),
    figure(row.counts),
    figure(row.onTrigger),
    figure(row.nextRequest),
    figure(row.onFailure),
    figure(row.attempts, 'count', { ...number(attempts), bad: row.attempts === 0 }),
  ];
}

function replayVersion({ policy, settings }: VersionRow, one: PreparedScenario): Replay {
  const { session, generated, scenario } = one;
  const options = { script: generated.script, limit: scenario.window };
  const given = { ...settings, window: scenario.window };
  return policy === contextGuardTail.id
    ? replay(session, contextGuardTail, contextGuardTail.settings.parse(given), options)
    : replayThreshold(session, { ...given, quoteRequest: false }, options);
}

/** Sums over the 92 sessions of the two matrices, in steps but the two counts of sessions. */
export interface VersionTotals {
  readonly sessions: number;
  readonly steps: number;
  readonly stepsCompacted: number;
  /** Steps that compacted right after a compaction. */
  readonly backToBack: number;
  readonly overflowSteps: number;
  readonly overflowSessions: number;
}

/** Totals of every version of the table, by commit. */
export function versionTotals(): ReadonlyMap<string, VersionTotals> {
  const sessions = matrixScenarios();
  return new Map(
    versionRows().map((row) => {
      const runs = sessions.map((one) => replayTotals(replayVersion(row, one)));
      const sum = (of: 'steps' | 'stepsCompacted' | 'backToBackCompactions' | 'overflowSteps') =>
        runs.reduce((total, run) => total + run[of], 0);
      const totals = {
        sessions: runs.length,
        steps: sum('steps'),
        stepsCompacted: sum('stepsCompacted'),
        backToBack: sum('backToBackCompactions'),
        overflowSteps: sum('overflowSteps'),
        overflowSessions: runs.filter(({ overflowSteps }) => overflowSteps > 0).length,
      };
      return [row.commit, totals];
    }),
  );
}

/** golden/README.md, below “Versions”: overflowing steps and sessions, by preset. */
const readmeTotals: Readonly<Record<string, readonly [steps: string, sessions: string]>> = {
  'v0.8.0': ['1,014', '76'],
  'v0.9.0': ['67', '10'],
  'v0.12.0': ['2,487', '76'],
};
/** "v0.9.1 and later on none". */
const withoutOverflow: readonly string[] = ['v0.9.1', 'v0.15.1', 'v0.18.0', 'v1.1.0'];

function totalCells({ preset, version }: VersionRow, total: VersionTotals): readonly Figure[] {
  const { steps, stepsCompacted, backToBack, overflowSteps, overflowSessions } = total;
  const words = readmeTotals[preset];
  const say = (text: string | undefined) => {
    if (withoutOverflow.includes(preset)) return said('none', 0);
    return text === undefined ? {} : sayNumber(text);
  };
  return [
    figure(version),
    figure(steps, 'count'),
    figure(stepsCompacted, 'count'),
    figure(backToBack, 'count'),
    figure(overflowSteps, 'count', { ...say(words?.[0]), bad: overflowSteps > 0 }),
    figure(overflowSessions, 'count', { ...say(words?.[1]), bad: overflowSessions > 0 }),
  ];
}

/** Figures of the section "Versions". */
export const versionFigures: SeedFigures = {
  'versions-table': () => ({ rows: versionRows().map(cells) }),
  'version-totals': () => {
    const totals = versionTotals();
    const rows = versionRows().flatMap((row) => {
      const total = totals.get(row.commit);
      return total === undefined ? [] : [totalCells(row, total)];
    });
    return { rows };
  },
};
