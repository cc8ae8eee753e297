/** Messages of a scripted model as pi's providers hand them over. */

/** A response; its time is later than that of everything before it. */
export function messageOf(content, stopReason, usage, errorMessage) {
  const { input = 0, output = 0, cacheRead = 0 } = usage;
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: 'assistant',
    content,
    api: 'openai-completions',
    provider: 'scripted',
    model: 'm',
    usage: { input, output, cacheRead, cacheWrite: 0, totalTokens: 0, cost },
    stopReason,
    timestamp: Date.now(),
    ...(errorMessage === undefined ? {} : { errorMessage }),
  };
}

/** The stream of a response that is there at once. */
export function streamOf(message) {
  const failed = message.stopReason === 'error' || message.stopReason === 'aborted';
  const end = failed
    ? { type: 'error', reason: message.stopReason, error: message }
    : { type: 'done', reason: message.stopReason, message };
  return {
    async *[Symbol.asyncIterator]() {
      yield { type: 'start', partial: message };
      yield end;
    },
    result: async () => message,
  };
}

/** The texts of a message. */
export function textOf({ content }) {
  if (typeof content === 'string') return content;
  return content.map(({ text = '' }) => text).join('');
}

/** Time that passes by a millisecond each time somebody looks: what follows from a seed is the same again. */
export function countTime() {
  const Real = globalThis.Date;
  let now = Real.UTC(2026, 0, 1);
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(now++);
      else super(...given);
    }
    static now() {
      return now++;
    }
  };
}
