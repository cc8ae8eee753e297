import { describe, expect, it } from 'vitest';
import { none } from '@/lib/policies/highwater/none';
import type { PolicyEventKind } from '@/lib/engine/policy/notes';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replay } from '@/lib/engine/replay/replay';
import type { GuardState, Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { pi } from '@/lib/policies/pi/policy';
import { firesAndStaysQuiet, type BothWays } from '../testing/both-ways';
import { findingsIn, found, runOf } from '../testing/found';
import { withSteps } from '../testing/change';
import { findings } from '../registry';

/** ContextGuard with a window of 10,000: its threshold is 8,000; it takes a request for what it counts. */
const plain = { settings: { window: 10_000, factor: 1 } };
const idle = { policy: none as Policy };

/** Three steps of 9,000 tokens that are in no entry: every one compacts, nothing helps. */
const hidden = 'u 40\n-- 9000\nm 40\n-- 9010\nm 40\n-- 9020\nm 40\n-- 9030\nm 40\n-- 9040';
const shrinking = 'u 400\n-- 5000\n== compact 400\nu 400\n-- 2000';
/** Two requests of the user, the second still at work. */
const asked = 'u 400\nm 40\n-- 5000\nu 400\nm 400\n-- 6000';
const thrice = (n: number) =>
  Array.from({ length: n }, () => 'u 4000\n-- 5000\n== compact 400').join('\n') + '\nu 40\n-- 2000';

const cases: readonly BothWays[] = [
  {
    id: 'compaction-no-progress',
    fires: [`tools 36000\nu 40\n-- 9010\nm 40\n-- 9020\nm 40\n-- 9030`, plain],
    steps: [0],
    says: 'Step 0 compacts 9,010 counted tokens to 10,089, and the threshold is reached again.',
    quiet: ['u 40\nc read\nr read 40000\n-- 10030\nm 40\n-- 200\nm 40\n-- 300', plain],
  },
  {
    id: 'irreducible-floor',
    fires: ['u 40\n-- 9000', plain],
    steps: [0],
    says: 'Prefix 8,990 + summary 1,000 + continuation 89 = 10,079: 2,079 above the threshold of 8,000.',
    quiet: ['u 40\n-- 100', plain],
  },
  {
    id: 'double-compaction',
    fires: ['u 400\n-- 5000\n== compact 400\n== compact 400\nu 400\n-- 2000', idle],
    steps: [1],
    says: 'A second compaction follows before any call was accepted: step 1.',
    of: 'recording',
    quiet: [`${shrinking}\n== compact 400\nu 400\n-- 2000`, idle],
  },
  {
    id: 'check-mismatch',
    fires: ['u 40\n-- 9000\nm 40\n-- 9010', plain],
    steps: [1],
    says: 'Checked as 1,089, sent as ~10,079 of 8,000: step 1.',
    quiet: ['u 36000\n-- 9000\nm 40\n-- 9010', plain],
  },
  {
    id: 'summariser-overflow',
    fires: [
      'limit 10000\nu 44000\n-- 9000',
      { settings: { window: 10_000, factor: 1, truncate: false } },
    ],
    steps: [0],
    says: '~11,000 tokens to summarise and 1,000 for the answer, limit 10,000: step 0.',
    quiet: ['limit 10000\nu 44000\n-- 9000', plain],
  },
  {
    id: 'pending-call-summarised',
    fires: ['u 40\nc slow\n-- 9000\nm 40\n-- 9010\nr slow 40\n-- 150', plain],
    steps: [1],
    says: 'The result in entry 3 answers a call that step 1 summarised.',
    quiet: ['u 40\nc slow\n-- 9000\nr slow 40\n-- 9010\nm 40\n-- 150', plain],
  },
  {
    id: 'stale-request',
    fires: [`${asked}\n== compact 400 kept 0-1\nm 40\n-- 2000`, idle],
    steps: [2],
    says: 'Entry 0, an older request, is sent as it was written; entry 2, the newest, is only in the summary: step 2.',
    of: 'recording',
    quiet: [`${asked}\n== compact 400 kept 0-1 2-3\nm 40\n-- 2000`, idle],
  },
  {
    id: 'summary-nesting',
    fires: [thrice(3), idle],
    steps: [3],
    says: '3 generations: the first request has been retold 3 times; 400 bytes at first, 400 at last.',
    of: 'recording',
    quiet: [thrice(2), idle],
  },
  {
    id: 'summary-empty',
    fires: ['u 400\n-- 5000\n== compact "Sorry, I cannot."\nu 400\n-- 2000', idle],
    steps: [1],
    says: 'An error or a refusal replaces 1 entry: step 1.',
    of: 'recording',
    quiet: [shrinking, idle],
  },
  {
    id: 'summary-not-recorded',
    fires: ['u 400\n-- 5000\n== compact\nu 400\n-- 2000', idle],
    steps: [1],
    says: '1 compaction without a summary’s text: step 1. What it kept cannot be told.',
    of: 'recording',
    quiet: [shrinking, idle],
  },
];

describe('a detector of compactions', () => {
  firesAndStaysQuiet(cases);
});

describe('compactions that follow one another', () => {
  const recorded =
    'u 400\n-- 9000\n== compact 400\nc read {"path":"a.go"}\nr read 4000\n-- 8000\n== compact 400\nu 40\n-- 8100\n== compact 400\nu 40\n-- 2000';

  it('name what came back in, with its tokens', () => {
    const [one, ...more] = found('refill-thrash', recorded, idle);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      of: 'recording',
      severity: 'warning',
      steps: [{ from: 1, to: 3 }],
    });
    expect(one?.sentence).toBe('3 compactions within 3 steps: steps 1, 2 and 3.');
    expect(one?.detail).toMatch(
      /^Between steps 1 and 2 2 entries of [\d,]+ tokens came in: read \(entry 2\) [\d,]+, read \(entry 1\) \d+/,
    );
  });

  it('are found in the recording and in the replay, told apart', () => {
    expect(found('refill-thrash', hidden, plain).map(({ of }) => of)).toEqual(['replay']);
    expect(found('refill-thrash', recorded, plain).map(({ of }) => of)).toContain('recording');
  });

  /** Three compactions, each after `steps` more of the model; `begins` opens what follows one. */
  const apart = (steps: number, begins: string): string => {
    const work = Array.from({ length: steps }, () => 'm 40\n-- 500').join('\n');
    const one = `${begins} 400\n-- 9000\n== compact 400\n${work}`;
    return `u 4\n-- 100\n${one}\n${one}\n${one}\nm 40\n-- 2000`;
  };

  it('are no thrash where six steps lie between two without a word of the user', () => {
    expect(found('refill-thrash', apart(6, 'm'), idle)).toEqual([]);
  });

  it('are thrash within three short turns of the user, and none within a long one', () => {
    expect(found('refill-thrash', apart(6, 'u'), idle)).toMatchObject([
      { of: 'recording', sentence: '3 compactions within 15 steps: steps 2, 9 and 16.' },
    ]);
    expect(found('refill-thrash', apart(15, 'u'), idle)).toEqual([]);
  });
});

describe('the floor of a compaction', () => {
  it('is a warning where little room is left, or where the prefix is half of the threshold', () => {
    // Prefix 6,500, a summary of 1,000 and a continuation leave less than 800 of 8,000.
    const [little] = found('irreducible-floor', 'u 40\n-- 6510', plain);
    expect(little).toMatchObject({
      severity: 'warning',
      title: 'Compaction would leave little room',
    });
    const [half] = found('irreducible-floor', 'u 40\n-- 4110', plain);
    expect(half).toMatchObject({
      severity: 'warning',
      title: 'The prefix takes half of the threshold',
    });
    expect(found('irreducible-floor', 'u 40\n-- 3900', plain)).toEqual([]);
  });
});

describe('a compaction that made the request larger', () => {
  it('is found in the recording', () => {
    const [one] = found('compaction-grew', 'u 400\n-- 5000\n== compact 400\nu 400\n-- 6000', idle);
    expect(one).toMatchObject({ of: 'recording', sentence: '5,000 became 6,000 tokens: step 1.' });
    expect(found('compaction-grew', shrinking, idle)).toEqual([]);
  });

  it('is found in the replay, projected', () => {
    const [one] = found('compaction-grew', 'u 40\n-- 9000\nm 40\n-- 9010', plain);
    expect(one).toMatchObject({ of: 'replay', sentence: '9,010 became ~10,079 tokens: step 1.' });
    const relieved = 'u 40\nc read\nr read 36000\n-- 9030\nm 40\n-- 200';
    expect(found('compaction-grew', relieved, plain)).toEqual([]);
  });
});

describe('the watermark', () => {
  const fires = 'u 36000\n-- 9000\nm 40\n-- 300\nm 40\n-- 400\nm 40\n-- 500';

  it('is lost in the replay where its state is', () => {
    const faults = [{ kind: 'state-lost', step: 2 }] as const;
    const [one] = found('watermark-lost', fires, { ...plain, faults });
    expect(one).toMatchObject({ of: 'replay', severity: 'error', steps: [{ from: 2, to: 2 }] });
    expect(one?.sentence).toBe('2 entries were covered, then 0: step 2.');
    expect(found('watermark-lost', fires, plain)).toEqual([]);
  });

  const guard = (watermark: number): GuardState => ({
    realTokens: null,
    lastHeuristic: null,
    summaryBytes: null,
    summarizedAt: null,
    watermark,
  });

  it('is lost in the recording where its recorded state falls', () => {
    const states = (...all: readonly number[]): Session =>
      withSteps(fires, Object.fromEntries(all.map((one, i) => [i, { guard: guard(one) }])));
    const lost = (session: Session) =>
      findingsIn(session, idle).filter(({ detector }) => detector === 'watermark-lost');
    expect(lost(states(0, 2, 0, 0))).toMatchObject([
      { of: 'recording', steps: [{ from: 2, to: 2 }] },
    ]);
    expect(lost(states(0, 2, 2, 3))).toEqual([]);
  });
});

/** Ids of what is found after a change of a replay. */
function idsAfter(
  change: (run: Replay) => void,
  picture = 'u 40000\n-- 10000\nm 40\n-- 200',
): readonly string[] {
  const run = runOf(textSession(picture), plain);
  change(run);
  return findings(run, { agent: 'Test', notices: [] }).map(({ detector }) => detector);
}

describe('a call and its result', () => {
  const log = 'u 40\nc read\nr read 400\nc read\nr read 400\n-- 9000';
  const kept = (ranges: string): string => `${log}\n== compact 400${ranges}\nm 40\n-- 300`;

  it('are parted where a recorded compaction keeps one of them', () => {
    for (const ranges of [' kept 2-3', ' kept 1-2', ' kept 4-5']) {
      const [one, ...others] = found('orphan-sent', kept(ranges), idle);
      expect(others).toEqual([]);
      expect(one).toMatchObject({ of: 'recording', severity: 'error' });
    }
    const [first] = found('orphan-sent', kept(' kept 2-3'), idle);
    expect(first?.sentence).toBe(
      'The call in entry 1 and its result in entry 2 are parted: one is sent, the other is not, from step 1 on.',
    );
    for (const ranges of ['', ' kept 1-3', ' kept 3-5', ' kept 0-1']) {
      expect(found('orphan-sent', kept(ranges), idle)).toEqual([]);
    }
  });

  it('are parted where a replay keeps one of them, told once', () => {
    const part = (run: Replay): void => {
      run.notes.kept.push({ step: 0, ranges: [[2, 3]] });
    };
    const picture = 'u 40\nc read\nr read 36000\n-- 9030\nm 40\n-- 200';
    expect(idsAfter(part, picture)).toContain('orphan-sent');
    expect(idsAfter(() => {}, picture)).not.toContain('orphan-sent');
    const both = (run: Replay): void => {
      part(run);
      run.notes.events.push({ step: 0, kind: 'orphan', text: 'A result is sent alone.' });
    };
    expect(idsAfter(both, picture).filter((id) => id === 'orphan-sent')).toHaveLength(1);
  });
});

describe('a note of the policy', () => {
  const noted: readonly (readonly [PolicyEventKind, string])[] = [
    ['no-op', 'no-op'],
    ['orphan', 'orphan-sent'],
    ['inflated', 'summary-rejected'],
    ['failure', 'summariser-failed'],
    ['unchecked', 'unchecked'],
  ];

  it.each(noted)('%s is a finding, %s', (kind, id) => {
    const event = { step: 1, kind, text: 'It happened.' };
    expect(idsAfter(({ notes }) => notes.events.push(event))).toContain(id);
    expect(idsAfter(() => {})).not.toContain(id);
  });

  it('that the policy stopped is a finding where the threshold is reached afterwards', () => {
    const event = { step: 0, kind: 'breaker' as const, text: 'It stops.' };
    const reachedAgain = 'u 40\n-- 9000\nm 40\n-- 9010\nm 40\n-- 9020';
    const stop = (run: Replay): void => {
      run.notes.events.push(event);
      run.columns.compacted.fill(0);
    };
    expect(idsAfter(stop, reachedAgain)).toContain('breaker-open');
    expect(idsAfter(stop, 'u 40\n-- 100\nm 40\n-- 110')).not.toContain('breaker-open');
  });
});

describe('entries', () => {
  it('that are neither summarised nor sent are found, a user’s words as an error', () => {
    const lose = (from: number) => (run: Replay) => {
      run.columns.covered[2] = 2;
      run.columns.summarised[2] = from;
    };
    const picture = 'u 40\n-- 10\nm 40\n-- 20\nm 40\n-- 30';
    expect(idsAfter(lose(0), picture)).toContain('lost-entries');
    expect(idsAfter(lose(2), picture)).not.toContain('lost-entries');
    const severity = (from: number) => {
      const run = runOf(textSession(picture), plain);
      lose(from)(run);
      return findings(run, { agent: 'Test', notices: [] })[0]?.severity;
    };
    expect([severity(0), severity(1)]).toEqual(['error', 'warning']);
  });

  it('of instructions that go into the summary are found', () => {
    const session = textSession('u 40\nu 36000\n-- 9000\nm 40\n-- 300');
    const labelled = {
      ...session,
      entries: session.entries.map((entry, i) =>
        i === 0 ? { ...entry, label: 'context' } : entry,
      ),
    };
    const ids = (one: Session) => findingsIn(one, plain).map(({ detector }) => detector);
    expect(ids(labelled)).toContain('instructions-summarised');
    const [one] = findingsIn(labelled, plain).filter(
      ({ detector }) => detector === 'instructions-summarised',
    );
    expect(one?.sentence).toBe(
      '1 entry that no user wrote is no longer sent as it was written: steps 0 and 1.',
    );
    expect(ids(session)).not.toContain('instructions-summarised');
  });

  it('that bring the same whole file again are found', () => {
    const reads = (bytes: number, first = 12_000): Session => {
      const session = textSession(
        `u 40\nc read\nr read ${first}\n-- 3100\nc read\nr read 12000\n-- 6200`,
      );
      const file = { file: 'a.go', lines: 10, whole: true };
      const files = (i: number) =>
        i === 2 ? [{ ...file, bytes: 12_000 }] : i === 4 ? [{ ...file, bytes }] : undefined;
      return {
        ...session,
        entries: session.entries.map((entry, i) => {
          const touched = files(i);
          return touched === undefined ? entry : { ...entry, files: touched };
        }),
      };
    };
    const copies = (session: Session) =>
      findingsIn(session).filter(({ detector }) => detector === 'repeated-file');
    expect(copies(reads(12_000))).toMatchObject([
      {
        of: 'recording',
        steps: [{ from: 1, to: 1 }],
        sentence:
          '1 copy of whole files that were there already, 3,000 counted tokens, the first by read.',
      },
    ]);
    // The file changed: the second read is news.
    expect(copies(reads(11_999))).toEqual([]);
    // An edit knows the whole file afterwards, and shows a few lines of it.
    expect(copies(reads(12_000, 400))).toEqual([]);
  });

  it('whose summariser is given a share of each result are judged by that share', () => {
    const judged = {
      policy: pi as Policy,
      settings: { window: 20_000, reserve: 1_000, keep: 100 },
    };
    const overflows = (kind: string) =>
      found(
        'summariser-overflow',
        `limit 20000\nu 400\n-- 500\nc read\n${kind} 80000\n-- 20500\nm 400\nu 400\n-- 20700`,
        judged,
      );
    expect(overflows('r read')).toEqual([]);
    expect(overflows('u')).toMatchObject([{ steps: [{ from: 2, to: 2 }] }]);
  });
});
