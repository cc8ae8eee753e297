import { formatInteger } from '@/lib/engine/base/format';
import { reservedResponse } from '@/lib/analysis/explain/recording/reserved-response';
import { stepList } from '@/lib/analysis/explain/step-list';
import { defineDetector } from '../detector';
import { advise, tokens } from '../finding';

/** Requests that were refused for the response that they reserved, and not for their prompt. */
export const responseReserve = defineDetector({
  id: 'response-reserve',
  title: 'The reserved response made it too large',
  definition:
    'The provider refused a request whose prompt is below the limit: with the tokens that it reserved for its response it is above.',
  of: 'recording',
  find: ({ replay }) => {
    const { session } = replay;
    const found = session.profile.head.refusals.flatMap(({ step }) => {
      const one = reservedResponse(session, step);
      return one === null ? [] : [{ step, ...one }];
    });
    const [first] = found;
    if (first === undefined) return null;
    const at = found.map(({ step }) => step);
    const { prompt, reserved, limit } = first;
    const n = formatInteger;
    return {
      at,
      severity: 'error',
      figures: [
        tokens('prompt', prompt),
        tokens('reserved for the response', reserved),
        tokens('limit', limit),
      ],
      sentence: `${n(prompt + reserved)} were asked of ${n(limit)}: ${n(prompt)} in the prompt and ${n(reserved)} reserved for the response, at ${stepList(at)}.`,
      detail: 'A compaction would make the smaller part smaller.',
      advice: [
        advise(`Ask for a smaller maximal output: ${n(limit - prompt)} fit beside this prompt`),
      ],
    };
  },
});
