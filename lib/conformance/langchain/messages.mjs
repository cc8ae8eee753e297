import { load, originOf } from '../golden.mjs';

/** An installed package, and the package's name, version and licence. */
export const installed = async (name) => ({
  loaded: await load(name, 'dist/index.js'),
  origin: originOf(name),
});

const { AIMessage, HumanMessage, ToolMessage } = await load(
  '@langchain/core',
  'dist/messages/index.js',
);

/** Lines of 40 chars: a text that is too long for a summariser is cut between lines. */
const text = (chars) => `${'x'.repeat(39)}\n`.repeat(Math.ceil(chars / 40)).slice(0, chars);
const id = (number) => `call_${String(number).padStart(24, '0')}`;

/**
 * Writes messages of entries in short: `u400` a user's text, `m400+c20+c20` a text of the model's with calls,
 * `r40+r40` results, each a message of its own. Calls are answered in their order.
 */
export class Writer {
  messages = [];
  /** Entry of each message. */
  entryOf = new Map();
  #entries = 0;
  #calls = 0;
  #answers = 0;

  append(short) {
    const pieces = short.split('+').map((piece) => [piece[0], Number(piece.slice(1))]);
    const entry = this.#entries++;
    const made =
      pieces[0][0] === 'r'
        ? pieces.map(([, chars]) => this.#result(chars))
        : [pieces[0][0] === 'u' ? new HumanMessage(text(pieces[0][1])) : this.#response(pieces)];
    made.forEach((message, i) => {
      message.id = `${entry}.${i}`;
      this.messages.push(message);
      this.entryOf.set(message.id, entry);
    });
  }

  #response(pieces) {
    const content = pieces.filter(([kind]) => kind === 'm').map(([, chars]) => text(chars));
    const tool_calls = pieces
      .filter(([kind]) => kind === 'c')
      .map(([, chars]) => ({
        name: 'read',
        args: { pa: 'x'.repeat(chars) },
        id: id(++this.#calls),
        type: 'tool_call',
      }));
    return new AIMessage({ content: content.join(''), tool_calls });
  }

  #result(chars) {
    return new ToolMessage({ content: text(chars), tool_call_id: id(++this.#answers) });
  }
}

/** Draws a session: entries in short, a model call `-` before each of the model's. */
export function drawLog(random) {
  const log = [];
  // Now and then one answer that is most of the session.
  const result = () => random.int(1, random.chance(0.1) ? 40_000 : 6_000);
  for (let turn = random.int(2, 9); turn > 0; turn--) {
    log.push(`u${random.int(4, random.chance(0.2) ? 30_000 : 2_000)}`);
    for (let round = random.int(0, 8); round > 0; round--) {
      const calls = Array.from({ length: random.int(1, 4) }, () => `c${random.int(0, 1_500)}`);
      const said = random.chance(0.5) ? [`m${random.int(1, 3_000)}`] : [];
      log.push('-', [...said, ...calls].join('+'));
      const results = calls.map(() => `r${result()}`);
      // Results of one entry, or of an entry each.
      log.push(...(random.chance(0.5) ? [results.join('+')] : results));
    }
    log.push('-', `m${random.int(1, 4_000)}`);
  }
  return log;
}

/** A summariser's answers, one a call: chars, 0 for an empty one, -1 for an error. */
export function drawSummaries(random, errors) {
  return Array.from({ length: 60 }, () => {
    if (errors && random.chance(0.06)) return -1;
    return random.chance(0.06) ? 0 : random.int(1, 6_000);
  });
}

/** A chat model that answers with these summaries; `asked` counts them. A limit of 0: it has no profile. */
export function scriptedModel(summaries, maxInputTokens) {
  return {
    asked: 0,
    lc_runnable: true,
    getName: () => 'scripted',
    _modelType: () => 'base_chat_model',
    ...(maxInputTokens > 0 ? { profile: { maxInputTokens } } : {}),
    async invoke() {
      const chars = summaries[this.asked++];
      if (chars < 0) throw new Error('');
      const said = 'S'.repeat(chars);
      return { content: said, text: said };
    },
  };
}
