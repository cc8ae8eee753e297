/** OpenCode's policy against what the binary did: `fixtures/`, made by `lib/conformance`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { SessionBuilder } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Part } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { opencodeTail } from './tail';

/** u: bytes · m: bytes, [arguments, id] a call · o: bytes, id · -: prompt, response. */
type Message = readonly [kind: 'u' | 'm' | 'o' | '-', number, ...(number | readonly number[])[]];
/** Bytes of the summary, messages of the tail; bytes of the question, the summary, the request to go on. */
type Rebuilt = readonly ['=', summary: number, tail: number, ...rest: number[]];

interface Run {
  readonly seed: number;
  readonly subject: string;
  readonly context: number;
  readonly output: number;
  readonly input: number;
  readonly reserved: number | null;
  readonly log: readonly (Message | Rebuilt)[];
}

const golden = JSON.parse(
  readFileSync(new URL('fixtures/opencode-ai-1.18.33.json', import.meta.url), 'utf8'),
) as { readonly runs: readonly Run[] };

/** The messages between two compactions, and the compaction that ends them. */
interface Segment {
  readonly messages: readonly Message[];
  readonly rebuilt: Rebuilt | null;
}

const isRebuilt = (item: Message | Rebuilt): item is Rebuilt => item[0] === '=';
const isStep = ([kind]: Message): boolean => kind === '-';

function segmentsOf({ log }: Run): readonly Segment[] {
  const segments: Segment[] = [];
  let messages: Message[] = [];
  for (const item of log) {
    if (!isRebuilt(item)) {
      messages.push(item);
      continue;
    }
    segments.push({ messages, rebuilt: item });
    // OpenCode leaves question and summary out when it measures turns.
    const [, , tail, , , goOn = 0] = item;
    const held = messages.filter((one) => !isStep(one));
    messages = [...held.slice(held.length - tail), ['u', goOn]];
  }
  return [...segments, { messages, rebuilt: null }];
}

const text = (bytes: number): Part => ({ kind: 'text', text: 'x'.repeat(bytes) });

/** A segment as a session; its last step is the request behind the response that was too long. */
function sessionOf({ messages, rebuilt }: Segment) {
  const store = new MemoryStore();
  const source = { format: 'opencode', file: 'golden', agent: 'OpenCode', sessionId: 'golden' };
  const builder = new SessionBuilder(store, { name: 'Golden', source });
  const values: number[] = [];
  for (const [kind, a, ...more] of messages) {
    if (kind === '-') {
      const output = Number(more[0]);
      builder.step({ real: a, output, label: '' });
      values.push(a + output);
    } else if (kind === 'u') builder.append({ role: 'user', parts: [text(a)] });
    else if (kind === 'o') {
      const id = 'x'.repeat(Number(more[0]));
      const response = { result: 'x'.repeat(a) };
      builder.append({ role: 'user', parts: [{ kind: 'response', name: 'bash', id, response }] });
    } else {
      const calls = (more as readonly (readonly number[])[]).map(([args = 0, id = 0]): Part => {
        const command = 'x'.repeat(Math.max(0, args - ARGUMENTS));
        return {
          kind: 'call',
          name: 'bash',
          id: 'x'.repeat(id),
          args: { command, description: 'x' },
        };
      });
      builder.append({ role: 'model', parts: [...(a > 0 ? [text(a)] : []), ...calls] });
    }
  }
  if (rebuilt !== null) builder.step({ real: null, label: '' });
  return { session: store.session(builder.finish()), values };
}

/** Bytes of `{"command":"…","description":"x"}` besides the command. */
const ARGUMENTS = 32;

function judge(run: Run, segment: Segment) {
  const { session, values } = sessionOf(segment);
  const settings = opencodeTail.settings.parse({
    window: run.context,
    maxOutput: run.output,
    inputLimit: run.input,
    ...(run.reserved === null ? {} : { reserved: run.reserved, reservedConfigured: true }),
  });
  const script = [{ bytes: segment.rebuilt?.[1] ?? 0 }];
  const made = replay(prepare(measureSession(session)), opencodeTail, settings, { script });
  return { session, made, values };
}

const cases = golden.runs.map((run) => [`${run.seed}, ${run.subject}`, run] as const);

describe('under each of the binary’s runs', () => {
  it.each(cases)('run %s: compares the same tokens and fires at the same responses', (_, run) => {
    for (const segment of segmentsOf(run)) {
      const { made, values, session } = judge(run, segment);
      const steps = session.steps.length;
      expect([...made.columns.decision].slice(1)).toEqual(values.slice(0, steps - 1));
      const fires = segment.rebuilt === null ? -1 : steps - 1;
      expect([...made.columns.compacted].indexOf(1)).toBe(fires);
    }
  });

  it.each(cases)('run %s: keeps the same tail', (_, run) => {
    for (const segment of segmentsOf(run)) {
      const { rebuilt } = segment;
      if (rebuilt === null) continue;
      const { made, session } = judge(run, segment);
      const [, summary, tail, question = 0, held = 0] = rebuilt;
      const last = session.steps.length - 1;
      expect(session.entries.length - (made.columns.covered[last] ?? -1)).toBe(tail);
      expect([question, held]).toEqual([22, summary]);
      expect(made.columns.summaryBytes[last]).toBe(summary);
    }
  });
});
