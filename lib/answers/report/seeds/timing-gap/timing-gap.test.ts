import { describe, expect, it } from 'vitest';
import { replay } from '@/lib/engine/replay/replay';
import golden from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { replayTimingGap, timingGapProofs, timingGapSection } from './timing-gap';
import { shownSection, unexplained } from '../testing/shown';

describe('the proofs', () => {
  it('are those of the golden vectors', () => {
    expect(timingGapProofs.map(({ test }) => test)).toEqual(golden.unit.map(({ name }) => name));
  });

  it.each(timingGapProofs.map((proof, i) => [proof.test, proof, golden.unit[i]] as const))(
    '%s replays to the vector',
    (_, proof, vector) => {
      const { columns } = replayTimingGap(proof).calibrated;
      const text = vector?.entries[0]?.text as { bytes: number };
      const { key, bytes } = vector?.entries[2]?.response as { key: string; bytes: number };
      expect(text.bytes).toBe(proof.textBytes);
      expect(proof.response.sizes[1]).toBe(`map[${key}:]`.length + bytes);
      expect({
        window: columns.window[1],
        threshold: columns.threshold[1],
        state: { lastHeuristic: columns.lastHeuristic[1], realTokens: columns.lastReal[1] },
        heuristic: columns.heuristic[1],
        correction: columns.correction[1],
        tokenCount: columns.decision[1],
        heuristicAfter: columns.heuristicSent[1],
        watermarkAfter: columns.watermarkAfter[1],
        requestContentsAfter: columns.contentsSent[1],
        summaryBytes: columns.summaryBytes[1],
      }).toEqual({
        window: vector?.window,
        threshold: vector?.threshold,
        state: vector?.state,
        heuristic: vector?.heuristic,
        correction: vector?.correction,
        tokenCount: vector?.tokenCount,
        heuristicAfter: vector?.heuristicAfter,
        watermarkAfter: vector?.watermarkAfter,
        requestContentsAfter: vector?.requestContentsAfter,
        summaryBytes: vector?.summaryBytes,
      });
    },
  );

  it('compare with the last real alone where the cap is 0', () => {
    for (const proof of timingGapProofs) {
      const { columns, session } = replayTimingGap(proof).stale;
      expect(columns.decision[1]).toBe(columns.lastReal[1]);
      expect([...columns.compacted]).toEqual([0, 0]);
      const again = replay(
        session,
        contextGuardThreshold,
        contextGuardThreshold.settings.parse({}),
      );
      expect([...again.columns.compacted]).toEqual([0, 1]);
    }
  });
});

it('shows the documents’ figures', () => {
  const section = timingGapSection();
  expect(shownSection(section)).toEqual({
    'gap-calibrated-operands': [
      'Heuristic, step N: 70,000 = 70k',
      'Decision, step N: 175,000',
      'Real, reported by step N: 140,000 = 140,000',
      'A tool responds: +20,009',
      'Growth in real tokens: +40,018 = ~40k',
      'Heuristic, step N+1: 90,009 = 90k',
      'Correction: 2× = 2.0',
      'Calibrated: 180,018 = 180,018',
    ],
    'gap-calibrated-decision': [
      'stale real only | 140,000 = 140,000 | 180,000 = 180k | −40,000 | no = NO | 180,018 | no ≠ overflow | +19,982',
      'calibrated heuristic | 180,018 = 180,018 | 180,000 = 180k | +18 | yes = YES | 150 | no | +199,850',
    ],
    'gap-massive-operands': [
      'Heuristic, step N: 50,000',
      'Decision, step N: 125,000',
      'Real, reported by step N: 100,000 = 100,000',
      'A tool responds: +100,008',
      'Growth in real tokens: +200,016',
      'Heuristic, step N+1: 150,008 = 150,008',
      'Correction: 2× = 2.0',
      'Calibrated: 300,016 = 300,016',
    ],
    'gap-massive-decision': [
      'stale real only | 100,000 = 100,000 | 180,000 = 180k | −80,000 | no | 300,016 | yes | −100,016',
      'calibrated heuristic | 300,016 = 300,016 | 180,000 = 180k | +120,016 | yes = fires correctly | 150 | no | +199,850',
    ],
  });
  expect(unexplained(section)).toEqual([]);
});
