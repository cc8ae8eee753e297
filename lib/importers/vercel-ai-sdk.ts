/**
 * Results of the Vercel AI SDK: `result.steps` of generateText and streamText, dumped as JSON.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text
 */
import type { Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import { CallSessions } from './calls/call-sessions';
import { isReadable } from './exchange/body';
import { defineImporter, type ImportContext, type ImportError, type TraceReader } from './importer';
import { fieldsOf, listOf, type Fields } from './loose-json';
import { CallNames } from './messages/turns';
import { StepReader } from './vercel-ai-sdk/step';

const id = 'vercel-ai-sdk';

function isStep(value: unknown): value is Fields {
  const step = fieldsOf(value);
  if (step === null || typeof step['finishReason'] !== 'string') return false;
  if (fieldsOf(step['usage']) === null) return false;
  return 'toolCalls' in step || fieldsOf(step['response']) !== null;
}

/** The steps of a result; null where the value is none. */
function stepsIn(value: unknown): readonly unknown[] | null {
  const steps = listOf(fieldsOf(value)?.['steps']);
  return isStep(steps[0]) ? steps : null;
}

const isDump = (value: unknown): boolean => stepsIn(value) !== null || isStep(value);

/** Reads results and lists of steps; each step is a call. */
export const vercelAiSdk = defineImporter({
  id,
  label: 'Vercel AI SDK steps',
  inputs: ['json', 'jsonl'],
  lists: ['steps[]'],
  sniff: ({ records }) =>
    records.some((record) => isDump(Array.isArray(record) ? record[0] : record)),
  start: (context) => new VercelReader(context),
});

class VercelReader implements TraceReader {
  readonly #context: ImportContext;
  readonly #sessions: CallSessions;
  readonly #names = new CallNames();
  /** Reads the steps that stand in no result of their own. */
  readonly #loose = new StepReader('steps', this.#names);
  #result = this.#loose;

  constructor(context: ImportContext) {
    this.#context = context;
    this.#sessions = new CallSessions(context, {
      format: id,
      agent: 'Vercel AI SDK',
      thoughts: 'stripped',
    });
  }

  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined) this.#step(value, at, this.#result);
    else if (isStep(value)) this.#step(value, at, this.#loose);
    // The steps of a result follow it.
    else if (Array.isArray(fieldsOf(value)?.['steps'])) {
      this.#result = new StepReader(`result ${at}`, this.#names);
    } else this.#context.receipt.drop('not a step', at);
  }

  end(): Result<void, ImportError> | null {
    return this.#sessions.end();
  }

  #step(value: unknown, at: number | string, reader: StepReader): void {
    const { receipt } = this.#context;
    if (!isStep(value) || !isReadable(value)) {
      receipt.drop('not a step', at);
      return;
    }
    this.#sessions.call(reader.read(value, at));
    receipt.keep();
  }
}
