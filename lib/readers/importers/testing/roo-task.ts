import type { Json } from '@/lib/engine/session/schema';

/** Tokens of a call as Roo Code lists them. */
interface Listed {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cacheReads?: number;
  readonly cacheWrites?: number;
}

type Message = Record<string, Json>;

/**
 * A task's folder as Roo Code writes it, after its `src/core/condense`, `src/core/context-management` and
 * `src/core/environment`: the history with its marks, and the lines of the user interface.
 */
export class RooTask {
  readonly #version: '3.43' | '3.36' | '3.35';
  #history: Message[] = [];
  readonly #ui: Json[] = [];
  #time = 1_780_000_000_000;
  #marks = 0;

  constructor(version: '3.43' | '3.36' | '3.35') {
    this.#version = version;
  }

  /** What the user says, with the environment's details behind it. */
  user(text: string): this {
    return this.#message('user', [
      { type: 'text', text: `<user_message>\n${text}\n</user_message>` },
      { type: 'text', text: details },
    ]);
  }

  /** A request, and the call that answers it. */
  call(id: string, listed: Listed): this {
    const { cacheReads = 0, cacheWrites = 0, ...tokens } = listed;
    this.#say('api_req_started', {
      text: JSON.stringify({ apiProtocol: 'anthropic', ...tokens, cacheReads, cacheWrites }),
    });
    return this.#message('assistant', [
      { type: 'tool_use', id, name: 'read_file', input: { path: `${id}.ts` } },
    ]);
  }

  /** The result of a call. */
  result(id: string, text: string): this {
    return this.#message('user', [
      { type: 'tool_result', tool_use_id: id, content: text },
      { type: 'text', text: details },
    ]);
  }

  /** A summary, before the next request. */
  condense(summary: string, prevContextTokens: number, newContextTokens: number): this {
    const condenseId = `condense-${this.#marks++}`;
    const old = this.#version === '3.35';
    const id = old ? {} : { condenseId };
    const all = this.#version === '3.43';
    const cut = all ? this.#history.length : this.#history.length - 3;
    const kept = this.#history.slice(cut);
    const message: Message = {
      role: all ? 'user' : 'assistant',
      content: [{ type: 'text', text: all ? `## Conversation Summary\n${summary}` : summary }],
      ts: all ? this.#time + 1 : Number(kept[0]?.['ts']) - 1,
      isSummary: true,
      ...id,
    };
    const before = this.#history
      .slice(0, cut)
      .flatMap((one, i) =>
        i === 0 && !all ? [one] : old ? [] : [{ condenseParent: condenseId, ...one }],
      );
    this.#history = [...before, message, ...kept];
    this.#say('condense_context', {
      contextCondense: { cost: 0.1, prevContextTokens, newContextTokens, summary, ...id },
    });
    return this;
  }

  /** Hides messages behind the first, before the next request. */
  truncate(messages: number, prevContextTokens: number, newContextTokens: number): this {
    const truncationId = `truncation-${this.#marks++}`;
    const [first = {}, ...rest] = this.#history;
    const mark: Message = {
      role: 'user',
      content: `[Sliding window truncation: ${messages} messages hidden to reduce context]`,
      ts: Number(rest[messages]?.['ts'] ?? this.#time) - 1,
      isTruncationMarker: true,
      truncationId,
    };
    const hidden = rest
      .slice(0, messages)
      .map((one): Message => ({ ...one, truncationParent: truncationId }));
    this.#history = [first, ...hidden, mark, ...rest.slice(messages)];
    this.#say('sliding_window_truncation', {
      contextTruncation: {
        ...{ truncationId, messagesRemoved: messages },
        ...{ prevContextTokens, newContextTokens },
      },
    });
    return this;
  }

  /** The history alone. */
  get history(): Json {
    return this.#history;
  }

  /** The folder's files. */
  get members(): Readonly<Record<string, Json>> {
    return {
      'tasks/0192f0e1/api_conversation_history.json': this.#history,
      'tasks/0192f0e1/ui_messages.json': this.#ui,
    };
  }

  #message(role: 'user' | 'assistant', content: Json): this {
    this.#time += 1000;
    this.#history.push({ role, content, ts: this.#time });
    return this;
  }

  #say(say: string, more: Message): void {
    this.#time += 1000;
    this.#ui.push({ ts: this.#time, type: 'say', say, ...more });
  }
}

const details = [
  ...['<environment_details>', '# VSCode Visible Files', 'src/a.ts', ''],
  ...['# Current Mode', '<slug>code</slug>', '<name>💻 Code</name>'],
  ...['<model>claude-sonnet-4-5</model>', '</environment_details>'],
].join('\n');
