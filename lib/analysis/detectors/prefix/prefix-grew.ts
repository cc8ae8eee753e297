import { floatAt } from '@/lib/engine/base/read';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { HALVED_BELOW } from '@/lib/engine/tokens/prefix-prior';
import { LEAST_JOINED } from '@/lib/engine/replay/projection/density';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { defineDetector } from '../detector';
import type { NameOf } from '../evidence/evidence';
import { runGrowths, type StepGrowth } from '@/lib/analysis/explain/growth/session-growth';
import { LISTED } from '@/lib/analysis/explain/step-list';
import { advise, tokens } from '../finding';

/** Steps whose calls are named. */
const MOST_NAMED = 10;

/** Tools that joined the prefix: each later request pays for them, and no compaction summarises them. */
export const prefixGrew = defineDetector({
  id: 'prefix-grew',
  title: 'The prefix grew during the session',
  definition:
    'A request grew by 5,000 tokens or more that its entries do not explain, and they stayed in every later request.',
  of: 'recording',
  find: ({ replay: { session }, nameOf }) => {
    const joined = runGrowths(session).filter((one) => one.joined);
    if (joined.length === 0) return null;
    const total = joined.reduce((sum, { unexplained }) => sum + unexplained, 0);
    const named = joined.slice(0, MOST_NAMED);
    const tool = sharedTool(named, nameOf);
    return {
      at: joined.map(({ step }) => step),
      severity: 'warning',
      figures: [
        tokens('joined in all', total),
        ...named.map((one) => tokens(nameAt(one, tool, nameOf), one.unexplained)),
      ],
      sentence: sentence(joined, total, tool, nameOf),
      detail: joined.some((one) => leavesByHalf(session, one))
        ? `They are in no entry. In recordings of this agent half of a jump below ${formatInteger(HALVED_BELOW)} was gone behind the next compaction, and a projection takes it so.`
        : 'They are in no entry: no compaction can summarise them.',
      advice: [
        advise('Count tool definitions when a server connects'),
        advise('Connect servers before the work begins, so that the buffer is not tested by them'),
        advise('Disconnect servers that the task no longer needs'),
      ],
    };
  },
});

/** True where a projection lets a compaction take a part of what joined. */
function leavesByHalf({ projection }: Replayable, { step, since }: StepGrowth): boolean {
  const left = floatAt(projection.joined, step) - floatAt(projection.joined, since);
  return left < LEAST_JOINED;
}

/** A tool that is called at each of the steps; null where none is known. */
function sharedTool(joined: readonly StepGrowth[], nameOf: NameOf): string | null {
  const [first, ...rest] = joined.map((one) => toolsOf(one, nameOf));
  return first?.find((tool) => rest.every((tools) => tools.includes(tool))) ?? null;
}

const toolsOf = ({ from, to }: StepGrowth, nameOf: NameOf): readonly string[] =>
  Array.from({ length: to - from }, (_, i) => nameOf(from + i)?.tool ?? null).filter(
    (tool) => tool !== null,
  );

/** What the shared tool was called for at a step, else the step. */
function nameAt({ step, from, to }: StepGrowth, tool: string | null, nameOf: NameOf): string {
  for (let entry = from; tool !== null && entry < to; entry++) {
    const name = nameOf(entry);
    if (name?.tool === tool && name.subject !== null) return name.subject;
  }
  return `step ${formatInteger(step)}`;
}

function sentence(
  joined: readonly StepGrowth[],
  total: number,
  tool: string | null,
  nameOf: NameOf,
): string {
  const parts = joined.slice(0, LISTED).map((one) => {
    const at = `${formatInteger(one.unexplained)} at ${formatInteger(one.step)}`;
    const name = nameAt(one, tool, nameOf);
    return name.startsWith('step ') ? at : `${name} ${at}`;
  });
  const shown = parts.join(', ');
  const more = joined.length > LISTED ? ` and ${counted(joined.length - LISTED, 'step')} more` : '';
  const what = countedWord(joined.length, tool === null ? 'step' : `${tool} call`);
  return `${what}, ${formatInteger(total)} tokens: ${shown}${more}.`;
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** "Four steps", "12 steps": small counts as words, for the beginning of a sentence. */
const countedWord = (times: number, what: string): string =>
  `${words[times] ?? formatInteger(times)} ${what}${times === 1 ? '' : 's'}`;
