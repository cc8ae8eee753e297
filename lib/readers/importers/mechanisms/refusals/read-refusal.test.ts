import { describe, expect, it } from 'vitest';
import { readRefusal } from './read-refusal';
import { heldOutFailures, heldOutRefusals } from './testing/held-out';
import { moreFailures } from './testing/more-failures';
import { moreRefusals } from './testing/more-wordings';
import { others as failures } from './testing/other-failures';
import { rewordedFailures, rewordedRefusals } from './testing/reworded';
import { serverRefusals } from './testing/server-wordings';
import { providerRefusals } from './testing/wordings';

const refusals = [
  ...providerRefusals,
  ...serverRefusals,
  ...moreRefusals,
  ...rewordedRefusals,
  ...heldOutRefusals,
];
const others = [...failures, ...moreFailures, ...rewordedFailures, ...heldOutFailures];

describe('a refusal for size', () => {
  it.each(refusals)('%s: %s', (_, text, [real, limit, reserved = null, over = null]) => {
    expect(readRefusal(text)).toEqual({ real, limit, reserved, over });
  });

  it('is read inside the JSON that a client logs', () => {
    for (const [, text, [real, limit, reserved = null, over = null]] of refusals) {
      const logged = `Error code: 400 - ${JSON.stringify({ error: { message: text, code: 400 } })}`;
      expect([text, readRefusal(logged)]).toEqual([text, { real, limit, reserved, over }]);
    }
  });

  it('answers a hostile message at once', () => {
    const began = performance.now();
    for (const piece of ['1 ', 'prompt ', 'exceed 9 ', 'max', '(', '1,111']) {
      readRefusal(`prompt is too long: ${piece.repeat(100_000)}`);
    }
    expect(performance.now() - began).toBeLessThan(500);
  });
});

it.each(others)('is no refusal for size (%s): %s', (_, text) => {
  expect(readRefusal(text)).toBeNull();
});

const right = refusals.filter(([, text]) => readRefusal(text) !== null).length;
const wrong = others.filter(([, text]) => readRefusal(text) !== null).length;
const recall = right / refusals.length;
const precision = right / (right + wrong);

it(`of ${refusals.length} refusals and ${others.length} other failures: recall ${recall}, precision ${precision}`, () => {
  expect([refusals.length >= 60, others.length >= 30]).toEqual([true, true]);
  expect({ recall, precision }).toEqual({ recall: 1, precision: 1 });
});
