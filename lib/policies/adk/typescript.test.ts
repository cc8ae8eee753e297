/** ADK's own compactor for TypeScript, and hand-worked cases. A text of b bytes is ⌈b / 4⌉ tokens. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { kindsAt, runPicture, textsOf } from '../testing/run-picture';
import { sizedLog } from '../testing/sized-log';
import { adkTypescript } from './typescript';

/** What the package did at a model call. */
type GoldenStep = readonly [compared: number, covered: number, tokens: number];

interface Golden {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: readonly {
    readonly threshold: number;
    readonly retention: number;
    readonly ratio: number;
    readonly summary: number;
    readonly log: string;
    readonly steps: readonly GoldenStep[];
  }[];
}

const golden = JSON.parse(
  readFileSync('lib/policies/adk/fixtures/google-adk-2.0.0.json', 'utf8'),
) as Golden;

/** The same of a replay: −1 where ADK looks at no count, or refuses to build the request. */
function replayed({ threshold, retention, ratio, summary, log }: Golden['runs'][number]) {
  const settings = adkTypescript.settings.parse({
    ...{ tokenThreshold: threshold, retention },
    ...{ summary: 'bytes', summaryBytes: summary },
  });
  const made = replay(prepare(sizedLog(log, ratio)), adkTypescript, settings);
  const { columns } = made;
  return [...columns.covered].map((covered, step): GoldenStep => {
    const ends = kindsAt(made, step).includes('exit');
    return [
      columns.decision[step] ?? NaN,
      covered,
      ends ? -1 : (columns.heuristicSent[step] ?? NaN),
    ];
  });
}

describe('@google/adk 2.0.0', () => {
  it('is what the provenance names', () => {
    const { package: name, version, license } = golden;
    expect([name, version, license]).toEqual(['@google/adk', '2.0.0', 'Apache-2.0']);
    expect(adkTypescript.provenance.version).toBe(`${name} ${version}`);
    expect(golden.runs.length).toBeGreaterThanOrEqual(200);
  });

  it('compares, covers and sends the same in every session', () => {
    const wrong = golden.runs.flatMap((session, i) =>
      replayed(session).flatMap((made, step) => {
        const was = session.steps[step];
        if (was === undefined) return [`session ${i}: step ${step} was never reached`];
        // Where nothing can be compacted the package compares nothing; a replay shows the count.
        const compared = was[0] < 0 ? was[0] : made[0];
        const same = compared === was[0] && made[1] === was[1] && made[2] === was[2];
        return same ? [] : [`session ${i}, step ${step}: ${made.join(' ')}, was ${was.join(' ')}`];
      }),
    );
    expect(wrong).toEqual([]);
    const steps = golden.runs.flatMap((session) => session.steps);
    expect(steps).toHaveLength(3_445);
    expect(steps.filter(([, , tokens]) => tokens < 0)).toHaveLength(31);
  });
});

describe('the threshold', () => {
  const picture = (real: number): string => `u 40\n-- ${real}\nm 40\nu 40\n-- 2000`;

  it.each([
    // ⌊1,000 × 0.8⌋ = 800; above it only.
    [800, 0],
    [801, 1],
  ])('a prompt of %i makes %i', (real, fires) => {
    const settings = { window: 1_000, retention: 1, summary: 'bytes', summaryBytes: 40 } as const;
    const { columns } = runPicture(adkTypescript, picture(real), settings);
    expect(columns.threshold[1]).toBe(800);
    expect(columns.decision[1]).toBe(real);
    expect([...columns.compacted]).toEqual([0, fires]);
  });

  it('is compared with texts, calls and responses where no event has a count', () => {
    // 40 / 4 · t and {} ⌈1 / 4⌉ + 6 · t and map[result:…] ⌈(1 + 12 + 27) / 4⌉ + 6.
    const made = runPicture(adkTypescript, 'system 400\nu 40\nc t\nr t 27\n-- ?', {});
    expect(made.columns.decision[0]).toBe(10 + 7 + 16);
  });
});

describe('the cut', () => {
  const settings = { window: 100, retention: 2, summary: 'bytes', summaryBytes: 12 } as const;

  it('moves back from a response to its call', () => {
    const made = runPicture(adkTypescript, 'u 40\nm 40\nc t\nr t 40\nm 40\n-- ?\nm 4\n-- ?', {
      ...settings,
      window: 60,
    });
    // Five events, two stay: the cut at the response moves to the call before it.
    expect(made.columns.covered[0]).toBe(2);
    // The header of 28 bytes and the summary; 7 · 20 · 10.
    expect(made.columns.heuristicSent[0]).toBe(10 + 7 + 20 + 10);
  });

  it('orphans a parallel result, which is left out; as the newest event it ends the run', () => {
    const pair = 'u 40\nm 40\nc a\n+ c b\nr a 400\nr b 400\n';
    const inside = runPicture(adkTypescript, `${pair}m 40\n-- ?`, settings);
    expect(inside.columns.covered[0]).toBe(4);
    expect(textsOf(inside, 'orphan')).toEqual([
      'The response in entry 4 is left out: its call, in entry 2, is in the summary.',
    ]);
    expect(inside.columns.heuristicSent[0]).toBe(10 + 10);
    expect(kindsAt(inside, 0)).toEqual(['orphan']);
    const last = runPicture(adkTypescript, `${pair}-- ?`, { ...settings, retention: 1 });
    expect(kindsAt(last, 0)).toEqual(['orphan', 'exit']);
  });

  it('keeps everything while no more than the retained events are there', () => {
    const made = runPicture(adkTypescript, 'u 4000\nm 4000\n-- ?', settings);
    expect(kindsAt(made, 0)).toEqual(['no-op']);
  });
});

describe('after a compaction', () => {
  const settings = { window: 1_000, summary: 'bytes', summaryBytes: 12 } as const;
  const picture = 'u 40\n-- 900\nm 40\nu 40\n-- ?\nm 40\nu 40\n-- ?';

  it('the count of a retained event decides again', () => {
    const made = runPicture(adkTypescript, picture, { ...settings, retention: 2 });
    expect([...made.columns.decision].slice(1)).toEqual([900, 900]);
    expect([...made.columns.compacted]).toEqual([0, 1, 1]);
  });

  it('without one its own estimate does', () => {
    const made = runPicture(adkTypescript, picture, { ...settings, retention: 1 });
    // Summary 10, the user's 10, the model's 10, the user's 10.
    expect([...made.columns.decision].slice(1)).toEqual([900, 40]);
    expect([...made.columns.compacted]).toEqual([0, 1, 0]);
  });

  it('a summariser that fails ends the run', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(adkTypescript, picture, { ...settings, retention: 1 }, { script });
    expect(kindsAt(made, 1)).toEqual(['failure', 'exit']);
    expect([...made.columns.compacted]).toEqual([0, 0, 0]);
  });
});
