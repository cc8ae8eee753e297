/** Gemini CLI's own client, session by session. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
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
    /** Tokens never masked, and the least that are. */
    readonly mask: readonly [number, number];
    /** Bytes of each summary asked for. */
    readonly summaries: readonly number[];
    /** Steps at which the user compressed. */
    readonly forced?: readonly number[];
    readonly log: string;
    /** Count compared, status, inflated count, events covered, entries with shorter responses, prompt. */
    readonly steps: readonly string[];
  }[];
}
type Run = Golden['runs'][number];

const golden = JSON.parse(
  readFileSync('lib/policies/gemini-cli/fixtures/google-gemini-cli-core-0.61.0.json', 'utf8'),
) as Golden;

const status = { compressed: 1, inflated: 2, empty: 4, nothing: 5, truncated: 6 } as const;

function replayed({ window, share, environment, system, most, summaries, ...session }: Run) {
  const [maskProtect, maskLeast] = session.mask;
  const settings = geminiCli.settings.parse({
    window,
    share,
    environment,
    responseMost: most,
    maskProtect,
    maskLeast,
  });
  const profile = prepare(sizedLog(session.log, session.ratio), system);
  return replay(profile, geminiCli, settings, {
    script: summaries.map((bytes) => (bytes === 0 ? { empty: true } : { bytes })),
    ...(session.forced ? { compactAt: session.forced } : {}),
  });
}

/** A cut that finds nothing to cut changes the count only: the next step shows it. */
function statusAt({ columns, notes }: Replay, step: number, recorded: string): number {
  if (columns.compacted[step] === 1) return status.compressed;
  const own = notes.events.filter((one) => one.step === step);
  const has = (kind: string): boolean => own.some((one) => one.kind === kind);
  if (has('inflated')) return status.inflated;
  if (has('failure')) return status.empty;
  if (own.some(({ text }) => text.includes('cut to head and tail'))) return status.truncated;
  return Number(recorded) === status.truncated ? status.truncated : status.nothing;
}

/** Count of an inflated history, which its event names; 0 for none. */
function inflatedAt({ notes }: Replay, step: number): number {
  const event = notes.events.find((one) => one.step === step && one.kind === 'inflated');
  return Number((/counts ([\d,]+)/.exec(event?.text ?? '')?.[1] ?? '0').replaceAll(',', ''));
}

/** What a replay does at a step, in the form of the golden file. */
function stepAt(made: Replay, step: number, recorded: string): string {
  const { columns, notes } = made;
  const covered = columns.covered[step] ?? NaN;
  const elided = notes.elisions.filter((one) => one.step <= step && one.entry >= covered);
  return [
    columns.decision[step],
    statusAt(made, step, recorded.split(' ')[1] ?? ''),
    inflatedAt(made, step),
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
    const wide = golden.runs.filter(({ log }) => /\d[ezgj]/.test(log));
    expect(wide).toHaveLength(80);
  });

  it('compares, compresses, cuts, masks and sends the same in every session', () => {
    const done = new Map<string, number>();
    const wrong = golden.runs.flatMap((run, i) => {
      const made = replayed(run);
      expect(made.columns.decision).toHaveLength(run.steps.length);
      for (const { text } of made.notes.events) {
        const word = /head and tail|masked/.exec(text)?.[0] ?? '';
        done.set(word, (done.get(word) ?? 0) + 1);
      }
      return run.steps.flatMap((was, step) => {
        const is = stepAt(made, step, was);
        return is === was ? [] : [`session ${i}, step ${step}: ${is}, was ${was}`];
      });
    });
    expect(wrong).toEqual([]);
    expect([done.get('head and tail'), done.get('masked')]).toEqual([122, 202]);
    const statuses = golden.runs.flatMap(({ steps }) =>
      steps.map((one) => Number(one.split(' ')[1])),
    );
    const times = (one: number): number => statuses.filter((own) => own === one).length;
    expect(statuses).toHaveLength(3_772);
    expect(Object.values(status).map(times)).toEqual([646, 57, 65, 2_652, 352]);
  });
});
