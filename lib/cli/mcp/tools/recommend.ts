import * as z from 'zod';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { tune } from '../../tuning/tune-command';
import { humanText, tunedJson } from '../../tuning/tune-text';
import { corpusPolicyInput, limitInput, pathsInput, settingsInput, varyInput } from '../asked';
import { corpusBelow, corpusOutput } from '../corpus';
import { defineTool } from '../tool';

/** Settings to ship for some sessions. */
export const recommendTool = defineTool({
  name: 'recommend',
  title: 'Recommend settings',
  description:
    'Recommends settings of a policy for recorded sessions: the settings that overflow and loop nowhere with the fewest compactions, the room around them, what changes against today’s, how they hold on sessions left out, and the options as the system’s users write them. Generated sessions never decide.',
  input: {
    paths: pathsInput,
    policy: corpusPolicyInput,
    settings: settingsInput,
    vary: varyInput.optional(),
    limit: limitInput,
  },
  output: {
    ...corpusOutput,
    policy: z.string(),
    mixed: z
      .string()
      .nullable()
      .describe('Which policies the sessions ran under, where none was named and they differ'),
    words: z
      .string()
      .nullable()
      .describe('The answer in a sentence; null without a recorded session'),
    choice: z.string().nullable(),
    edges: z.unknown(),
    changes: z.unknown(),
    proposal: z.record(z.string(), z.unknown()).nullable(),
    today: z.record(z.string(), z.unknown()),
    options: z.unknown(),
  },
  async run({ paths, policy, settings = {}, vary = [], limit }, desk) {
    const { sessions, ...read } = await corpusBelow(paths, desk);
    const tuned = tune(sessions, {
      ...(policy === undefined ? {} : { policy }),
      set: settings,
      vary,
      ...(limit === undefined ? {} : { limit }),
    });
    const { words, settings: proposal, today, choice, edges, changes, options } = tunedJson(tuned);
    const data = {
      ...{ producer: PRODUCER, ...read, policy: tuned.policy.id, mixed: tuned.mixed },
      proposal: tuned.recommendation === null ? null : { ...proposal },
      today: { ...today },
      ...{ words, choice, edges, changes, options },
    };
    return { text: humanText(tuned), data };
  },
});
