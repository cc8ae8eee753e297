import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/builtin';
import { observe } from '@/lib/engine/replay/observed/observe';
import { prepare } from '@/lib/engine/replay/prepare';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { CountEvidence, Session } from '@/lib/engine/session/schema';
import { measureSession } from '../measure';
import { countedApart } from './own-count';

/** A compaction before step 2, the agent's count there, and what the record of step 1 counts beside. */
function recorded(preTokens: number, counted?: CountEvidence) {
  const drawn = textSession('u 400\n-- 30000\nm 400\n-- 30100\n== compact 400 auto\nm 4\n-- 9000');
  const session: Session = {
    ...drawn,
    compactions: drawn.compactions.map((one) => ({ ...one, preTokens })),
    steps: drawn.steps.map((step, i) =>
      i !== 1 || counted === undefined
        ? step
        : counted.kind === 'doubtful'
          ? { ...step, counted, real: null, reported: false }
          : { ...step, counted },
    ),
  };
  const profile = measureSession(session);
  const watched = observe(
    prepare(profile),
    contextGuardThreshold,
    contextGuardThreshold.settings.parse({}),
  );
  const [compaction] = profile.head.compactions;
  if (compaction === undefined) throw new Error('no compaction');
  return { asked: watched.columns.realBefore[2], apart: countedApart(profile, compaction) };
}

describe('the agent’s own count before a compaction', () => {
  it('stands for the request that was not sent where the provider’s counts bear it out', () => {
    expect(recorded(30_400)).toEqual({ asked: 30_400, apart: null });
  });

  it('stands for nothing where it is of another request', () => {
    expect(recorded(190_400)).toEqual({ asked: NaN, apart: 30_100 });
    expect(recorded(12_000)).toEqual({ asked: NaN, apart: 30_100 });
  });

  it('rests on a sum or a doubtful count where it agrees with one', () => {
    const reason = 'two requests';
    const sum = { kind: 'sum', tokens: 190_000, reason } as const;
    expect(recorded(190_400, sum)).toEqual({ asked: NaN, apart: null });
    const doubtful = { ...sum, kind: 'doubtful' } as const;
    expect(recorded(190_400, doubtful)).toEqual({ asked: NaN, apart: null });
  });
});
