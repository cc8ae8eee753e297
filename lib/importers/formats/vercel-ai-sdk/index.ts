/**
 * Results of the Vercel AI SDK: `result.steps` of generateText and streamText, dumped as JSON.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text
 */
import type { Json } from '@/lib/session/schema';
import { CallSessions } from '../../mechanisms/calls/call-sessions';
import { isPlainJson } from '@/lib/base/json-depth';
import { defineImporter } from '../../importer';
import { CollectingReader } from '../../mechanisms/collecting-reader';
import { fieldsOf, listOf, type Fields } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import { StepReader } from './step';

const id = 'vercel-ai-sdk';

function isStep(value: unknown): value is Fields {
  const step = fieldsOf(value);
  if (step === null || typeof step['finishReason'] !== 'string') return false;
  if (fieldsOf(step['usage']) === null) return false;
  return 'toolCalls' in step || fieldsOf(step['response']) !== null;
}

/** The steps of a result; null for anything else. */
function stepsIn(value: unknown): readonly unknown[] | null {
  const steps = listOf(fieldsOf(value)?.['steps']);
  return isStep(steps[0]) ? steps : null;
}

const isDump = (value: unknown): boolean => stepsIn(value) !== null || isStep(value);

/** Reads results and lists of steps; each step is a call. */
export const vercelAiSdk = defineImporter({
  id,
  label: 'Vercel AI SDK steps',
  source: 'Vercel AI SDK',
  inputs: ['json', 'jsonl'],
  lists: ['steps[]'],
  sniff: ({ records }) =>
    records.some((record) => isDump(Array.isArray(record) ? record[0] : record)),
  start: (context) =>
    new VercelReader(
      context,
      new CallSessions(context, { format: id, agent: 'Vercel AI SDK', thoughts: 'stripped' }),
    ),
});

class VercelReader extends CollectingReader<CallSessions> {
  readonly #names = new CallNames();
  /** Reads the steps outside of results. */
  readonly #loose = new StepReader('steps', this.#names);
  #result = this.#loose;

  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined) this.#step(value, at, this.#result);
    else if (isStep(value)) this.#step(value, at, this.#loose);
    // The steps of a result follow it.
    else if (Array.isArray(fieldsOf(value)?.['steps'])) {
      this.#result = new StepReader(`result ${at}`, this.#names);
    } else this.context.receipt.lose('not a step', at);
  }

  #step(value: unknown, at: number | string, reader: StepReader): void {
    const step = isStep(value) && isPlainJson(value);
    this.sessions.take(step ? reader.read(value, at) : 'not a step', at);
  }
}
