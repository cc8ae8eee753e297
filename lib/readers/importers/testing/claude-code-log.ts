/** Lines of a Claude Code log made for a test: messages with their usage, and compactions. */
export class ClaudeCodeLog {
  readonly #lines: string[] = [];
  readonly #sessionId: string;
  #parent: string | null = null;
  #next = 0;

  constructor(
    sessionId: string,
    private readonly facts: {
      readonly cwd?: string;
      readonly model?: string;
      readonly version?: string;
      /** Day of February 2026. */
      readonly day?: number;
    } = {},
  ) {
    this.#sessionId = sessionId;
  }

  user(content: string | readonly object[]): this {
    return this.#push('user', { message: { role: 'user', content } });
  }

  /** A call that reads a file, and its result. */
  read(path: string, text: string, promptTokens: number): this {
    const id = `toolu_${this.#next}`;
    const call = { type: 'tool_use', id, name: 'Read', input: { file_path: path } };
    this.#answer(promptTokens, call, 40);
    return this.user([{ type: 'tool_result', tool_use_id: id, content: text }]);
  }

  /** A response to a prompt of so many tokens; its own are its characters ÷ 4. */
  answer(promptTokens: number, text: string): this {
    return this.#answer(promptTokens, { type: 'text', text }, Math.ceil(text.length / 4));
  }

  /** The provider refuses a prompt of so many tokens. */
  refusal(promptTokens: number, limit: number): this {
    const text = `API Error: 400 prompt is too long: ${promptTokens} tokens > ${limit} maximum`;
    const usage = { input_tokens: 0, output_tokens: 0 };
    const message = { id: `refused_${this.#next}`, model: '<synthetic>', role: 'assistant' };
    const content = [{ type: 'text', text }];
    return this.#push('assistant', {
      isApiErrorMessage: true,
      message: { ...message, content, usage },
    });
  }

  compaction(
    trigger: 'auto' | 'manual',
    preTokens: number,
    content = 'This session is being continued. The parser was read.',
  ): this {
    this.#parent = null;
    this.#push('system', {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger, preTokens },
    });
    return this.#push('user', { message: { role: 'user', content }, isCompactSummary: true });
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #answer(promptTokens: number, part: object, output_tokens: number): this {
    const id = `msg_${this.#sessionId}_${this.#next}`;
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: promptTokens - 3,
      output_tokens,
    };
    const { model = 'claude-opus-4-6' } = this.facts;
    const message = { id, model, role: 'assistant', content: [part], usage };
    return this.#push('assistant', { requestId: `req-${id}`, message });
  }

  #push(type: string, rest: object): this {
    const uuid = `${this.#sessionId}-${this.#next}`;
    const { cwd, version = '2.1.37', day = 8 } = this.facts;
    const timestamp = new Date(Date.UTC(2026, 1, day, 11, 0, this.#next)).toISOString();
    const head = { parentUuid: this.#parent, isSidechain: false, sessionId: this.#sessionId };
    const line = { ...head, version, cwd, type, uuid, timestamp, ...rest };
    this.#lines.push(JSON.stringify(line));
    this.#parent = uuid;
    this.#next++;
    return this;
  }
}
