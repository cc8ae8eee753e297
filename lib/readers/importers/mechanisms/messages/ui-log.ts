import { fieldsOf, isoOf, numberOf, textOf, type At, type Fields } from '../loose-json';
import { plain } from './json-text';
import { MessageLog } from './message-log';
import { answerParts, uiContent, uiSteps } from './ui-parts';

const SUMMED =
  'The counts of an answer are of all its steps together; they stand for none of them.';

/** A log of UI messages: an answer holds all the steps of its turn, each a call of the model. */
export class UiLog extends MessageLog {
  /** Takes a message; false for one without content. */
  uiMessage(message: Fields, at: At): boolean {
    const time = isoOf(message['createdAt']);
    const { role } = message;
    if (role !== 'assistant') {
      const parts = uiContent(message, this.names);
      return this.turn({ role: 'user', parts, system: role === 'system' }, { at, time });
    }
    const found = uiSteps(answerParts(message), this.names);
    const steps = found.length > 0 ? found : [{ said: [], results: [] }];
    const metadata = fieldsOf(message['metadata']) ?? {};
    const usage = usageIn(metadata);
    if (usage !== null && steps.length > 1) this.notice('usage-summed', SUMMED, at);
    const model = textOf(metadata['model']) ?? textOf(metadata['modelId']);
    for (const { said, results } of steps) {
      const own = steps.length === 1 ? usage : null;
      this.call({ role: 'model', parts: said }, { at, time, model, usage: own });
      this.turn({ role: 'user', parts: results }, { at, time });
    }
    return steps.some(({ said }) => said.length > 0);
  }
}

/** The counts that an application puts into a message's metadata, under the AI SDK's names. */
function usageIn(metadata: Fields): Fields | null {
  for (const name of ['usage', 'totalUsage', 'tokenUsage']) {
    const usage = fieldsOf(plain(metadata[name] ?? null));
    if (usage !== null) return countedWhole(usage);
  }
  return numberOf(metadata['inputTokens']) === null ? null : metadata;
}

/** Providers of version 6 count a side in parts, `{inputTokens: {total, cacheRead, …}}`. */
function countedWhole(usage: Fields): Fields {
  const [input, output] = [fieldsOf(usage['inputTokens']), fieldsOf(usage['outputTokens'])];
  if (input === null) return usage;
  return {
    inputTokens: input['total'],
    outputTokens: output?.['total'],
    inputTokenDetails: {
      noCacheTokens: input['noCache'],
      cacheReadTokens: input['cacheRead'],
      cacheWriteTokens: input['cacheWrite'],
    },
  };
}
