import { expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/builtin';
import { prepare } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/measure';
import { figureWidth, gridTemplate, stepColumns } from './step-columns';

const run = (window: number): Replay =>
  replay(
    prepare(measureSession(textSession('u 4000\n-- 1000\nm 4000\n-- 2000'))),
    contextGuardThreshold,
    contextGuardThreshold.settings.parse({ window }),
  );

it('gives figures of a million the room they need, and keeps smaller ones within 768 px', () => {
  const small = figureWidth(run(200_000));
  expect(figureWidth(run(1_200_000))).toBeGreaterThan(small);
  const columns = stepColumns.filter(({ id }) => id !== 'events');
  const least = columns.reduce((sum, { width }) => sum + width(small)[0], 0);
  expect(least).toBeLessThanOrEqual(768 - 20);
  expect(gridTemplate(columns.slice(0, 2), small)).toBe('minmax(58px, 0.7fr) minmax(70px, 0.9fr)');
});
