import * as z from 'zod';
import { policySides, providerSides } from '@/lib/analysis/explain/outcome/step-outcome';
import { causeText, explainOne } from '../../explain/explain-command';
import { askedReplay } from '../../explain/asked-replay';
import { nameOf } from '../../choose-sessions';
import { askedOf, replayInput } from '../asked';
import { ofSession, sessionOutput } from '../session-output';
import { defineTool } from '../tool';

/** A session without a change, or with it. */
const tally = z.object({
  compactions: z.int(),
  overflows: z.int(),
  loop: z.int().nullable().describe('Step at which compactions turn out to loop'),
  dollars: z.number().nullable().describe('Predicted; null without a price'),
});

/** Why a step compacted or did not, and what would have turned it. */
export const explainStepTool = defineTool({
  name: 'explain_step',
  title: 'Explain a step',
  description:
    'Says why a step compacted or did not: the cause in sentences, each operand with its origin, the comparison with the threshold, and the single changes of settings that would have turned it, each with its net effect on the session. Of changed settings it says first what they make of the session. Without a step: the first recorded compaction or overflow, else the replay’s.',
  input: { ...replayInput, step: z.int().min(0).optional().describe('Step, from 0') },
  output: {
    ...sessionOutput,
    step: z.int(),
    cause: z.string().nullable(),
    outcome: z
      .object({ policy: z.enum(policySides), provider: z.enum(providerSides) })
      .describe('What the policy’s side did, and what the provider said'),
    compacted: z.boolean(),
    verdict: z.string().nullable().describe('What the change makes of the session; read it first'),
    headline: z.string(),
    sentences: z.array(z.string()),
    operands: z.array(
      z.looseObject({
        label: z.string(),
        value: z.number().nullable(),
        unit: z.string(),
        origin: z.string(),
      }),
    ),
    decision: z
      .looseObject({
        value: z.number().describe('A lower bound where `lacks` is not null'),
        threshold: z.number(),
        margin: z.number(),
        lacks: z.string().nullable().describe('What the file lacks of the value'),
      })
      .nullable(),
    remedies: z.array(
      z.looseObject({ label: z.string(), text: z.string(), before: tally, after: tally }),
    ),
    untested: z.string().nullable(),
  },
  async run({ path, session, step, ...asked }, desk) {
    const one = await desk.session(path, session);
    const given = askedOf(asked);
    const report = explainOne(one, given, step);
    const { cause, outcome, compacted, verdict, headline, clauses, operands, decision } = report;
    const { remedies, untested } = report;
    const data = {
      ...ofSession(path, one, askedReplay(one, given)),
      ...{ step: report.step, cause, outcome, compacted },
      ...{ verdict: verdict?.text ?? null, headline: headline.text, untested },
      sentences: clauses.map(({ text }) => text),
      operands: operands.map((operand) => ({ ...operand })),
      decision: decision === null ? null : { ...decision },
      remedies: remedies.map((remedy) => ({ ...remedy })),
    };
    return { text: `${nameOf(one)}, step ${report.step}\n${causeText(report)}`, data };
  },
});
