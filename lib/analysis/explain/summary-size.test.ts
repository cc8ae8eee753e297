import { describe, expect, it } from 'vitest';
import { claudeCode, contextGuardThreshold, none } from '@/lib/policies/builtin';
import { sizeTableIds } from '@/lib/engine/sizes/known-tables';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { stepLedger } from './ledger';
import { summarySizeText, summarySource } from './summary-size';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

/** Ten steps of 4,000 bytes each, 10,000 tokens apart: a density of 10. */
const session = drawnSession(
  Array.from({ length: 10 }, (_, i) => `u 4000\n-- ${(i + 1) * 10_000}`).join('\n'),
);
const guarded = (settings: object): Replay =>
  replay(
    session,
    contextGuardThreshold,
    contextGuardThreshold.settings.parse({ window: 60_000, ...settings }),
  );
const claude = (settings: object): Replay =>
  replay(session, claudeCode, claudeCode.settings.parse({ window: 90_000, ...settings }));
const first = ({ columns }: Replay): number => columns.compacted.indexOf(1);

describe('the size of a summary', () => {
  it('is assumed where no compaction of the policy was recorded: low, middle and cap', () => {
    const made = guarded({});
    const step = first(made);
    expect(made.columns.summaryTokens[step]).toBe(6_000);
    expect(summarySizeText(made, step)).toBe(
      'assumed, no recorded compaction of this policy: low 600 (10 %), middle 3,000 (50 %), cap 6,000 tokens; the cap is taken',
    );
    expect(summarySource(made)).toBe('assumed, no recorded compaction of this policy: the cap');
    const ledger = stepLedger(made, step);
    expect(ledger.compaction.find(({ id }) => id === 'summary')?.origin).toBe(
      summarySizeText(made, step),
    );
    expect(ledger.request.find(({ id }) => id === 'real')?.origin).toMatch(
      /^projected.*; summary assumed, no recorded compaction of this policy: the cap$/,
    );
  });

  it('is measured where compactions of the agent were recorded, with table, n and spread', () => {
    const made = claude({});
    const step = first(made);
    const { summaryBytes } = made.sizes!;
    expect(made.columns.summaryBytes[step]).toBe(summaryBytes.value);
    const text = summarySizeText(made, step);
    expect(text).toMatch(
      /^measured: median [\d,]+ bytes \(p10 to p90 [\d,]+ to [\d,]+\) of \d+ recorded compactions, table \S+$/,
    );
    expect(text).toContain(`of ${summaryBytes.n} recorded compactions, table ${sizeTableIds()[0]}`);
  });

  it('is assumed under a policy with evidence that is left out', () => {
    const made = claude({ sizes: 'none' });
    expect(summarySource(made)).toBe('assumed, no table of recorded compactions: the cap');
    expect(summarySizeText(made, first(made))).toMatch(/^assumed, no table .* the cap is taken$/);
  });

  it.each([
    [{ summary: 'bytes', summaryBytes: 4_000 }, 'set to 4,000 bytes'],
    [{ summary: 'share', summaryShare: 0.2 }, 'set to 20 % of what it covers'],
    [{ summary: 'fallback' }, 'mechanical, exact: every call fails'],
    [{ summary: 'recorded' }, 'assumed, the recording holds no summary: the cap'],
  ])('is named under %j', (settings, text) => {
    expect(summarySource(guarded(settings))).toBe(text);
  });

  it('is the cap by choice under a policy with evidence', () => {
    expect(summarySource(claude({ summary: 'cap' }))).toBe('set to the cap');
  });

  it('is not spoken of where no summary is in the request', () => {
    const made = replay(session, none, {});
    expect(summarySource(made)).toBeNull();
    expect(stepLedger(guarded({}), 0).request[0]?.origin).toBe('reported by the provider');
  });
});
