import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { usageWords } from '@/lib/engine/tokens/usage/recorded-usage';
import { left, right, textTable } from '@/lib/answers/print/text-table';
import { pathsInput } from '../asked';
import { defineTool } from '../tool';
import type { TraceSession } from '../trace-desk';

const MOST_SESSIONS = 200;
const MOST_UNREAD = 20;

const session = z.object({
  file: z.string(),
  format: z.string(),
  number: z.int().describe('Number of the session in its file: what the other tools take'),
  name: z.string(),
  agent: z.string(),
  lane: z.string(),
  model: z.string().nullable(),
  limit: z.int().nullable().describe('Most tokens that the provider accepts'),
  entries: z.int(),
  steps: z.int(),
  usage: z.string().describe('How far usage and prefix are recorded'),
  peakReal: z.int().nullable().describe('Largest request that the provider counted, in tokens'),
  recordedCompactions: z.array(z.int()).describe('Steps before which the agent compacted'),
});

const more = {
  whole: '',
  reading: ' Files are read still: ask again, or with a longer wait.',
  limit: ' There are more: name a folder inside.',
};

/** Sessions below a path: what there is to ask about. */
export const listSessions = defineTool({
  name: 'list_sessions',
  title: 'List sessions',
  description:
    'Lists the recorded agent sessions in files, folders or archives: agent, model, steps, largest request, recorded compactions. Begin here; "." is the first root.',
  input: {
    paths: pathsInput.default(['.']),
    wait: z
      .number()
      .min(0)
      .max(600)
      .default(0.8)
      .describe('Seconds to wait for all; then what has been read so far is answered'),
  },
  output: {
    sessions: z.array(session),
    state: z
      .enum(['whole', 'reading', 'limit'])
      .describe(
        `"reading": files are read still, ask again; "limit": there are more than ${MOST_SESSIONS} sessions`,
      ),
    unread: z.array(z.string()).describe('The first inputs that cannot be read, and why'),
  },
  async run({ paths, wait }, desk) {
    const patience = sleep(1_000 * wait, null, { ref: false });
    const { sessions: found, unread, state } = await desk.every(paths, MOST_SESSIONS, patience);
    const sessions = found.map(facts);
    const table = textTable(
      [
        ...left('file', 'agent', 'model', 'usage'),
        ...right('session', 'steps', 'peak real', 'limit', 'compactions'),
      ],
      sessions.map((one) => [
        one.file,
        one.agent,
        one.model ?? '–',
        one.usage,
        formatInteger(one.number),
        formatInteger(one.steps),
        one.peakReal === null ? '–' : formatInteger(one.peakReal),
        one.limit === null ? '–' : formatInteger(one.limit),
        formatInteger(one.recordedCompactions.length),
      ]),
    );
    const lines = [
      `${counted(sessions.length, 'session')}${state === 'reading' ? ' so far' : ''}.${more[state]}`,
      ...(unread.length === 0 ? [] : [`${counted(unread.length, 'file')} cannot be read.`]),
    ];
    return {
      text: `${sessions.length === 0 ? '' : table}${lines.join(' ')}`,
      data: { sessions, state, unread: unread.slice(0, MOST_UNREAD) },
    };
  },
});

function facts({ file, format, number, session: { draft, profile } }: TraceSession) {
  const { name, source, model, limit, compactions } = draft.head;
  const peak = profile.steps.real.reduce((most, value) => Math.max(most, value), -1);
  return {
    ...{ file, format, number, name, agent: source.agent, lane: source.lane, model },
    limit: limit?.tokens ?? null,
    entries: profile.entryCount,
    steps: profile.stepCount,
    usage: usageWords(profile).brief,
    peakReal: peak < 0 ? null : peak,
    recordedCompactions: compactions.map(({ step }) => step),
  };
}
