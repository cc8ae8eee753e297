import * as z from 'zod';
import { MOST_LANES, type LaneText } from '@/lib/analysis/compare/lane-text';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import type { LanesQuestion } from '@/lib/answers/model/lanes';
import { answerText } from '@/lib/answers/print/text';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { answerOf } from '../answers/question-input';
import { lanesSubject } from '../answers/ask-lanes';
import { askedOf, pathInput, policyInput, settingsInput } from './asked';
import { defineTool } from './tool';
import { toolFacts, toolOutput } from './tool-facts';

const lane = z.object({
  session: z.int().positive().default(1).describe('Number of the session in the file'),
  policy: policyInput,
  settings: settingsInput,
});

/** The tool of a question about lanes: replays of the sessions of a file below a root. */
export const lanesTool = (question: LanesQuestion) =>
  defineTool({
    name: question.tool ?? question.id,
    title: question.title,
    description: `${question.about} The first lane is what the others are compared with.`,
    input: {
      path: pathInput,
      lanes: z.array(lane).min(2).max(MOST_LANES),
      ...question.input.shape,
    },
    output: { producer: z.string(), ...toolOutput(question) },
    async run({ path, lanes, ...own }, desk) {
      const subject = lanesSubject(await desk.sessions(path), lanes.map(textOf));
      const answer = answerOf(question, subject, own);
      return {
        text: answerText(answer.blocks),
        data: { producer: PRODUCER, ...toolFacts(question, answer) },
      };
    },
  });

function textOf({ session, policy, settings = {} }: z.output<typeof lane>): LaneText {
  const { choice } = askedOf({ policy, settings });
  return {
    session: String(session),
    policy: choice?.policy.id ?? OWN_POLICY,
    preset: choice?.preset?.id ?? null,
    settings,
    faults: [],
  };
}
