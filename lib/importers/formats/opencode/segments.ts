import type { Part } from '@/lib/session/schema';
import { fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { toolPart, writtenPart, type OpenCodeTool } from './parts';

/** One attempted call of a message: the model's output and how the call ended. */
export interface Segment {
  readonly written: Part[];
  readonly tools: OpenCodeTool[];
  /** finished: a step-finish closed it. open: nothing did. retry: it failed and was repeated. */
  end: 'finished' | 'open' | 'retry';
  /** The step-finish part. */
  finish: Fields | null;
}

const begun = (): Segment => ({ written: [], tools: [], end: 'open', finish: null });

const isEmpty = ({ written, tools }: Segment): boolean =>
  written.length === 0 && tools.length === 0;

/** Splits a model's message into its calls; `refused` counts calls nested too deep to be kept. */
export function segmentsOf(parts: readonly unknown[]): {
  readonly segments: readonly Segment[];
  readonly refused: number;
} {
  const segments: Segment[] = [];
  let open = begun();
  let refused = 0;
  const close = (end: Segment['end'], finish: Fields | null): void => {
    segments.push({ ...open, end, finish });
    open = begun();
  };
  for (const item of parts) {
    const part = fieldsOf(item);
    if (part === null) continue;
    if (part['type'] === 'step-start' && !isEmpty(open)) close('open', null);
    else if (part['type'] === 'step-finish') close('finished', part);
    else if (part['type'] === 'retry') segments.push({ ...begun(), end: 'retry' });
    else if (part['type'] === 'tool') {
      const tool = toolPart(part);
      if (tool.call === null) refused++;
      else open.written.push(tool.call);
      open.tools.push(tool);
    } else {
      const written = writtenPart(part);
      if (written !== null) open.written.push(written);
    }
  }
  if (!isEmpty(open)) close('open', null);
  return { segments, refused };
}

/** Errors after an answered call; all others are failed calls. */
const answered = new Set([
  'MessageAbortedError',
  'MessageOutputLengthError',
  'StructuredOutputError',
]);

/** Facts of a message's error. */
export interface OpenCodeError {
  readonly name: string;
  readonly message: string;
  readonly aborted: boolean;
  /** True if the failed call had been answered: the error belongs to no further attempt. */
  readonly answered: boolean;
  /** True if the provider refused the request for its size. */
  readonly overflow: boolean;
}

/** Reads a message's `error`; null without one. */
export function readOpenCodeError(value: unknown): OpenCodeError | null {
  const error = fieldsOf(value);
  if (error === null) return null;
  const data = fieldsOf(error['data']);
  const name = (textOf(error['name']) ?? 'error').slice(0, 60);
  return {
    name,
    message: textOf(data?.['message']) ?? textOf(error['message']) ?? '',
    aborted: name === 'MessageAbortedError',
    answered: answered.has(name),
    overflow: name === 'ContextOverflowError',
  };
}
