import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { readContent } from '@/lib/readers/importers/mechanisms/genai';
import {
  bufferBoundaries,
  contextGuardBuffer,
  windowThreshold,
  windowForThreshold,
} from './buffer';
import { correctionOf, decisionOf } from './correction';
import { continuationBytes, fallbackBytes } from './summary-text';

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly note?: string;
  readonly input: unknown;
  readonly output: unknown;
}

// Read, not imported: the bundler's JSON parser refuses the lone surrogates of some vectors.
const estimates = JSON.parse(readFileSync('lib/engine/tokens/fixtures/estimates.json', 'utf8')) as {
  readonly vectors: readonly Vector[];
};

const vectors = (fn: string): readonly Vector[] =>
  estimates.vectors.filter((vector) => vector.fn === fn);

describe('buffer', () => {
  it.each(vectors('computeBuffer').map((v) => [v.id, v.input, v.output] as const))(
    '%s',
    (_, input, output) => {
      const { contextWindow } = input as { contextWindow: number };
      const { buffer, threshold } = output as { buffer: number; threshold: number };
      expect(contextGuardBuffer(contextWindow)).toBe(buffer);
      expect(windowThreshold(contextWindow)).toBe(threshold);
    },
  );

  it('jumps by 20,000 at a window of exactly 200,000', () => {
    expect(windowThreshold(199_999)).toBe(160_000);
    expect(windowThreshold(200_000)).toBe(180_000);
  });

  it('until v0.9.0 a window of exactly 200,000 is a small one', () => {
    expect(windowThreshold(200_000, '>')).toBe(160_000);
    expect(windowThreshold(200_001, '>')).toBe(180_001);
    expect(windowForThreshold(160_001, '>')).toBe(200_000);
    expect(windowForThreshold(170_001, '>')).toBe(200_001);
  });

  it('every reachable threshold is given back by the window found for it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.constantFrom(...bufferBoundaries),
        (window, boundary) => {
          const threshold = windowThreshold(window, boundary);
          const found = windowForThreshold(threshold, boundary);
          expect(windowThreshold(found, boundary)).toBe(threshold);
        },
      ),
      { numRuns: 5_000, seed: 1 },
    );
  });

  it('thresholds inside the gap snap to its nearer end', () => {
    expect(windowForThreshold(160_001)).toBe(199_999);
    expect(windowForThreshold(169_999)).toBe(199_999);
    expect(windowForThreshold(170_001)).toBe(200_000);
    expect(windowForThreshold(179_999)).toBe(200_000);
  });
});

describe('tokenCount', () => {
  it.each(vectors('tokenCount').map((v) => [v.id, v.input, v.output] as const))(
    '%s',
    (_, input, output) => {
      const { currentHeuristic, realTokens, lastHeuristic } = input as Record<string, number>;
      const real = Math.max(0, realTokens ?? 0);
      const correction = correctionOf(real, lastHeuristic ?? 0, 2.5, 1, 5);
      expect(decisionOf(currentHeuristic ?? 0, real, correction)).toBe(output);
    },
  );
});

describe('fallback summary', () => {
  it.each(vectors('buildFallbackSummary').map((v) => [v.id, v.note, v.input, v.output] as const))(
    '%s %s',
    (_, __, input, output) => {
      const { contents, previousSummary } = input as {
        contents: readonly unknown[];
        previousSummary: string;
      };
      const table = new EntryTable();
      let texts = 0;
      for (const content of contents) {
        const entry = readContent(content as never, 'user');
        if (entry === null) continue;
        // A missing role prints as "unknown"; our roles are never missing, so it is sized by hand.
        const unknown = (content as { role?: string }).role ? 0 : 'unknown'.length - 'user'.length;
        texts += table.fallback.at(table.push(entry)) + unknown;
      }
      expect(fallbackBytes(previousSummary.length, texts)).toBe(
        (output as { bytes: number }).bytes,
      );
    },
  );
});

describe('continuation', () => {
  it.each(vectors('injectContinuation').map((v) => [v.id, v.note, v.input, v.output] as const))(
    '%s %s',
    (_, __, input, output) => {
      const { userContent } = input as { userContent: unknown };
      const entry = userContent === null ? null : readContent(userContent as never, 'user');
      const table = new EntryTable();
      const bytes = entry === null ? 0 : table.requestBytes.at(table.push(entry));
      expect(continuationBytes(bytes)).toBe((output as { lastTextBytes: number }).lastTextBytes);
    },
  );
});
