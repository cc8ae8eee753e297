/** Gemini CLI's own client, session by session. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { sizedLog } from '../testing/sized-log';
import { geminiCli } from './policy';

interface Golden {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: readonly {
    readonly window: number;
    readonly share?: number;
    readonly ratio: number;
    readonly environment: number;
    readonly system: number;
    readonly most: number;
    /** Bytes of each summary asked for. */
    readonly summaries: readonly number[];
    /** Steps at which the user compressed. */
    readonly forced?: readonly number[];
    readonly log: string;
    /** Count compared, status, new count, events covered, entries with cut responses, prompt tokens. */
    readonly steps: readonly string[];
  }[];
}
type Run = Golden['runs'][number];

const golden = JSON.parse(
  readFileSync('lib/policies/gemini-cli/fixtures/google-gemini-cli-core-0.61.0.json', 'utf8'),
) as Golden;

const status = { compressed: 1, inflated: 2, empty: 4, nothing: 5, truncated: 6 } as const;

function replayed({ window, share, environment, system, most, summaries, ...session }: Run) {
  const settings = geminiCli.settings.parse({ window, share, environment, responseMost: most });
  const profile = prepare(sizedLog(session.log, session.ratio), system);
  return replay(profile, geminiCli, settings, {
    script: summaries.map((bytes) => (bytes === 0 ? { empty: true } : { bytes })),
    ...(session.forced ? { compactAt: session.forced } : {}),
  });
}

/** A cut that finds nothing to cut changes the count only: the next step shows it. */
function statusAt({ columns, notes }: Replay, step: number, recorded: string): number {
  if (columns.compacted[step] === 1) return status.compressed;
  const own = notes.events.filter((one) => one.step === step).map(({ kind }) => kind);
  if (own.includes('inflated')) return status.inflated;
  if (own.includes('failure')) return status.empty;
  if (own.includes('prune')) return status.truncated;
  return Number(recorded) === status.truncated ? status.truncated : status.nothing;
}

/** The new count as far as a replay shows it: an event names it, or the next step, without usage between. */
function countAt({ columns, notes }: Replay, { log }: Run, step: number): number | undefined {
  const inflated = notes.events.find((one) => one.step === step && one.kind === 'inflated');
  const named = /counts ([\d,]+)/.exec(inflated?.text ?? '')?.[1];
  if (named !== undefined) return Number(named.replaceAll(',', ''));
  const requests = log.split(' ').filter((short) => short === '-' || short === '~');
  return requests[step] === '~' ? columns.decision[step + 1] : undefined;
}

/** The same of a replay; where it does not show the new count, the recorded one. */
function stepAt(made: Replay, run: Run, step: number, recorded: string): string {
  const { columns, notes } = made;
  const [, reported = '', count] = recorded.split(' ');
  const covered = columns.covered[step] ?? NaN;
  const elided = notes.elisions.filter((one) => one.step <= step && one.entry >= covered);
  return [
    columns.decision[step],
    statusAt(made, step, reported),
    countAt(made, run, step) ?? count,
    covered,
    new Set(elided.map(({ entry }) => entry)).size,
    columns.real[step],
  ].join(' ');
}

describe('@google/gemini-cli-core 0.61.0', () => {
  it('is what the provenance names', () => {
    const { package: name, version, license } = golden;
    expect(geminiCli.provenance.version).toBe(`${name} ${version}`);
    expect(license).toBe('Apache-2.0');
    expect(golden.runs.length).toBeGreaterThanOrEqual(200);
  });

  it('compares, compresses, cuts and sends the same in every session', () => {
    const wrong = golden.runs.flatMap((run, i) => {
      const made = replayed(run);
      expect(made.columns.decision).toHaveLength(run.steps.length);
      return run.steps.flatMap((was, step) => {
        const is = stepAt(made, run, step, was);
        return is === was ? [] : [`session ${i}, step ${step}: ${is}, was ${was}`];
      });
    });
    expect(wrong).toEqual([]);
    const statuses = golden.runs.flatMap(({ steps }) =>
      steps.map((one) => Number(one.split(' ')[1])),
    );
    const times = (one: number): number => statuses.filter((own) => own === one).length;
    expect(statuses).toHaveLength(3_818);
    expect(Object.values(status).map(times)).toEqual([581, 63, 26, 2_839, 309]);
  });
});
