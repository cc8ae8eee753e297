import { expect, it } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { findingsIn, found, type Judged } from '../testing/found';
import { rising, withSteps } from '../testing/change';

const in1 = (id: string, session: Session, judged: Judged = {}) =>
  findingsIn(session, judged).filter(({ detector }) => detector === id);

it('a recording that starts in the middle is said to', () => {
  const starting = (real: number): Session => {
    const session = textSession(`u 4000\n-- ${real}\nm 4000\n-- ${real + 1_000}`);
    return { ...session, source: { ...session.source, format: 'claude-code' } };
  };
  const [one] = in1('unknown-head', starting(127_188));
  expect(one).toMatchObject({ severity: 'info', of: 'recording', link: { step: 0 } });
  expect(one?.sentence).toContain('98,765 tokens of its first request are not in it');
  expect(in1('unknown-head', starting(40_000))).toEqual([]);
});

it('requests that shrink without a recorded cause are listed', () => {
  const drop = (between: string) => `${rising(5, 50_000, 1_000, 4_000)}\n${between}u 400\n-- 40000`;
  const [one] = found('unexplained-drops', drop(''));
  expect(one).toMatchObject({ severity: 'info', steps: [{ from: 5, to: 5 }] });
  expect(found('unexplained-drops', drop('== compact 400\n'))).toEqual([]);
});

it('responses that stopped at the output limit are listed', () => {
  const picture = 'u 40\n-- 10\nm 40\n-- 20';
  const [one] = in1('response-cut', withSteps(picture, { 1: { lengthStop: true } }));
  expect(one?.steps).toEqual([{ from: 1, to: 1 }]);
  expect(found('response-cut', picture)).toEqual([]);
});

it('results that answer no call are listed', () => {
  const [one] = found('orphan-result', 'u 40\n-- 10\nr read 400\n-- 120');
  expect(one).toMatchObject({ severity: 'warning', steps: [{ from: 1, to: 1 }] });
  expect(one?.sentence).toBe('1 result answers no call of the log, the first in entry 1.');
  expect(found('orphan-result', 'u 40\n-- 10\nc read\nr read 400\n-- 120')).toEqual([]);
});

it('an accepted request above the listed limit is said', () => {
  const notices = [{ code: 'limit-raised', message: 'The limit was raised.', at: [], times: 1 }];
  const [one] = found('limit-raised', 'limit 1000\nu 40\n-- 10\nm 40\n-- 900', { notices });
  expect(one).toMatchObject({ sentence: 'The limit was raised.', steps: [{ from: 1, to: 1 }] });
  expect(found('limit-raised', 'limit 1000\nu 40\n-- 10')).toEqual([]);
});
