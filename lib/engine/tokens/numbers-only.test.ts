import { expect, test } from 'vitest';
import { parseSession } from '@/lib/engine/session/serialize';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { numbersOnly } from './numbers-only';
import { measureSession } from './measure';

const picture = textSession(
  `
  system "SECRET system"
  model claude-x
  u "[Previous conversation summary] SECRET"
  -- 1234 user-msg
  t "SECRET thought 世界"
  + m "SECRET answer"
  + c SECRET_tool {"SECRET_key":{"b":[1,2.5e7,null],"a":"SECRET"}}
  r SECRET_tool {"SECRET":"é"}
  i image/SECRET 30000
  -- 1300 SECRET-label
  == compact "SECRET summary" kept 1-2
  u "SECRET request"
  -- 200819 > 200000
  `,
  'SECRET name',
);

const session: Session = {
  ...picture,
  thoughts: 'stripped',
  generated: { scenario: 'SECRET' },
  source: { ...picture.source, agent: 'SECRET', sessionId: 'SECRET', lane: 'SECRET' },
  prefix: {
    ...picture.prefix,
    tools: [{ name: 'SECRET', description: 'SECRET', schema: { SECRET: '<&>' } }],
  },
  notices: [{ code: 'SECRET', message: 'SECRET', at: ['SECRET'], times: 3 }],
  entries: picture.entries.map((entry) => ({
    ...entry,
    label: 'SECRET',
    origin: 'SECRET',
    time: 'SECRET',
  })),
  steps: picture.steps.map((step) => ({ ...step, usage: { note: 'SECRET' }, time: 'SECRET' })),
  compactions: picture.compactions.map((compaction) => ({ ...compaction, time: 'SECRET' })),
};

test('holds none of the texts', () => {
  expect(JSON.stringify(session)).toContain('SECRET');
  expect(JSON.stringify(numbersOnly(session))).not.toContain('SECRET');
});

test('measures to the same integers', () => {
  const { head, ...columns } = measureSession(session);
  const { head: numbersHead, ...numbers } = measureSession(numbersOnly(session));
  const { label: _, ...steps } = columns.steps;
  const { label: __, ...numberSteps } = numbers.steps;
  expect({ ...numbers, steps: numberSteps }).toEqual({ ...columns, steps });
  expect({ ...numbersHead, labels: [] }).toEqual({ ...head, labels: [] });
});

test('is a canonical session, and its own numbers-only form', () => {
  const numbers = numbersOnly(session);
  const parsed = parseSession(JSON.parse(JSON.stringify(numbers)));
  expect(parsed).toEqual({ ok: true, value: numbers });
  expect(numbersOnly(numbers)).toEqual(numbers);
});

test.each([
  ['2.1.17', '2.1.17'],
  ['v0.145.0-alpha.18', 'v0.145.0-alpha.18'],
  ['built by ana@example.org', null],
  ['1.2.3.4.5.6', null],
])('keeps a version number, which selects the policy, and no other text: %s', (version, kept) => {
  const session = textSession('u 4\n-- 10');
  const { source } = numbersOnly({
    ...session,
    source: { ...session.source, agentVersion: version },
  });
  expect(source.agentVersion).toBe(kept);
});
