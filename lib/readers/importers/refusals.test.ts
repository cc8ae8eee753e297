import { expect, it } from 'vitest';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { heldOutFailures, heldOutRefusals } from './mechanisms/refusals/testing/held-out';
import { moreFailures } from './mechanisms/refusals/testing/more-failures';
import { moreRefusals } from './mechanisms/refusals/testing/more-wordings';
import { others as failures } from './mechanisms/refusals/testing/other-failures';
import { rewordedFailures, rewordedRefusals } from './mechanisms/refusals/testing/reworded';
import { serverRefusals } from './mechanisms/refusals/testing/server-wordings';
import { providerRefusals } from './mechanisms/refusals/testing/wordings';
import { readTrace } from './testing/read-trace';

const refusals = [
  ...providerRefusals,
  ...serverRefusals,
  ...moreRefusals,
  ...rewordedRefusals,
  ...heldOutRefusals,
];
const others = [...failures, ...moreFailures, ...rewordedFailures, ...heldOutFailures];

const usage = { input: 9000, output: 40, cacheRead: 0, cacheWrite: 0, totalTokens: 9040 };
const time = '2026-01-05T10:00:00.000Z';
const piMessage = (message: object) => ({ type: 'message', timestamp: time, message });
const assistant = { role: 'assistant', content: [], api: 'a', provider: 'p', model: 'x' };

/** A session of pi whose second call failed. */
const pi = (errorMessage: string) => [
  { type: 'session', version: 3, id: 's', timestamp: time, cwd: '/w' },
  piMessage({ role: 'user', content: [{ type: 'text', text: 'Go on' }] }),
  piMessage({ ...assistant, content: [{ type: 'text', text: 'Yes.' }], usage, stopReason: 'stop' }),
  piMessage({ role: 'user', content: [{ type: 'text', text: 'Again' }] }),
  piMessage({
    ...assistant,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
    stopReason: 'error',
    errorMessage,
  }),
];

const line = { isSidechain: false, sessionId: 's', version: '2.1.0', cwd: '/w', timestamp: time };
const said = { id: 'm1', role: 'assistant', model: 'claude-opus-5', content: [] };

/** A session of Claude Code whose second call failed. */
const claudeCode = (text: string) => [
  { ...line, parentUuid: null, uuid: 'a', type: 'user', message: { role: 'user', content: 'Go' } },
  {
    ...line,
    parentUuid: 'a',
    uuid: 'b',
    type: 'assistant',
    message: { ...said, usage: { input_tokens: 9000, output_tokens: 4 } },
  },
  { ...line, parentUuid: 'b', uuid: 'c', type: 'user', message: { role: 'user', content: 'On' } },
  {
    ...line,
    parentUuid: 'c',
    uuid: 'd',
    type: 'assistant',
    isApiErrorMessage: true,
    message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
  },
];

/** A log of requests and responses whose second call failed. */
const exchanges = (message: string) =>
  [
    { choices: [{ message: { role: 'assistant', content: 'Yes.' } }], usage: { prompt_tokens: 9 } },
    { error: { message } },
  ].map((response, i) => ({
    timestamp: time,
    request: { model: 'x', messages: [{ role: 'user', content: `Go ${i}` }] },
    response,
    status: i === 0 ? 200 : 400,
  }));

it.each([
  ['pi', pi],
  ['Claude Code', claudeCode],
  ['a log of requests', exchanges],
] as const)('a refusal is a refused step in %s, in every provider’s words', (_, build) => {
  const steps = (text: string) =>
    successOf(
      readTrace(
        build(text)
          .map((one) => JSON.stringify(one))
          .join('\n'),
      ),
    )
      .sessions.flatMap((session) => session.steps)
      .filter(({ rejected }) => rejected);
  for (const [, text, [real, limit, reserved = null]] of refusals) {
    expect([text, steps(text)]).toMatchObject([text, [{ real, limit }]]);
    expect(steps(text)[0]?.refusal?.reserved ?? null).toBe(reserved);
  }
  for (const [, text] of others) expect([text, steps(text)]).toEqual([text, []]);
});
