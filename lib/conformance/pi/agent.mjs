/** Pi's own agent session over a scripted model: what it compares before each request, what it compacts. */
import { comparedBy } from './compared.mjs';
import { messageOf, streamOf, textOf } from './messages.mjs';
import {
  ARGUMENT,
  isRequest,
  PICTURE,
  PICTURE_TYPE,
  piecesOf,
  referenceOf,
  TOOL,
} from './script.mjs';

const SUMMARISER = /^(<conversation>|# Conversation)/;
const image = { type: 'image', data: PICTURE.toString('base64'), mimeType: PICTURE_TYPE };
const blocks = {
  i: () => image,
  t: (text) => ({ type: 'text', text }),
  r: (text) => ({ type: 'text', text }),
  h: (thinking) => ({ type: 'thinking', thinking }),
  c: (text, id) => ({ type: 'toolCall', id, name: TOOL, arguments: { [ARGUMENT]: text } }),
};
const contentOf = (short, id) =>
  piecesOf(short).map(({ letter, text }, i) => blocks[letter](text, `${id}-${i}`));

/** Gives pi a script and notes what it does. */
export class ScriptedPi {
  /** Items of the log in the order in which pi's session has them. */
  #items = [];
  /** What follows the item that pi is given now. */
  #queue = [];
  #steps = [];
  /** What pi compares before the next request, and what came of it. */
  #next = [-1];
  #covered = 0;
  #summaryBytes = 0;
  #calls = 0;
  #prepared = null;
  #counted = 0;
  #prompt = null;
  #fault = null;
  /** The newest response. */
  #ended = null;

  constructor(pi, script, place) {
    this.pi = pi;
    this.script = script;
    this.place = place;
  }

  async begin() {
    const { createAgentSession, DefaultResourceLoader, SessionManager, SettingsManager } = this.pi;
    const { window, reserve, keep, system } = this.script;
    const { folder, modelRuntime } = this.place;
    const settingsManager = SettingsManager.inMemory({
      compaction: { enabled: true, reserveTokens: reserve, keepRecentTokens: keep },
      retry: { enabled: false },
      images: { autoResize: false },
    });
    const resourceLoader = new DefaultResourceLoader({
      cwd: '/',
      agentDir: folder,
      settingsManager,
      systemPrompt: 'p'.repeat(system),
      extensionFactories: [
        (extension) =>
          extension.on('session_before_compact', ({ preparation }) => {
            this.#prepared = preparation;
          }),
      ],
    });
    await resourceLoader.reload();
    const { session } = await createAgentSession({
      cwd: '/',
      agentDir: folder,
      modelRuntime,
      model: { ...modelRuntime.getModel('scripted', 'm'), contextWindow: window },
      thinkingLevel: 'off',
      resourceLoader,
      settingsManager,
      sessionManager: SessionManager.inMemory('/'),
      tools: [TOOL],
      customTools: [this.#tool()],
    });
    await session.bindExtensions({});
    session.agent.streamFunction = (_model, { messages }) => streamOf(this.#answer(messages));
    session.subscribe((event) => {
      try {
        this.#hear(event);
      } catch (error) {
        // Pi takes it for a failure of what it does.
        this.#fault ??= error;
      }
    });
    this.session = session;
  }

  #tool() {
    return {
      name: TOOL,
      label: TOOL,
      description: 'Looks.',
      parameters: { type: 'object', properties: { [ARGUMENT]: { type: 'string' } } },
      execute: async () => {
        const short = this.#queue.shift();
        this.#items.push(short);
        return { content: contentOf(short), details: {} };
      },
    };
  }

  /** Runs the script's log: what pi did before each request, and the tokens of its system prompt. */
  async run() {
    const log = [...this.script.log];
    while (log.length > 0) {
      const short = log.shift();
      const until = log.findIndex((item) => /^[uxb]/.test(item));
      this.#queue = log.splice(0, until < 0 ? log.length : until);
      await this.#say(short);
      if (this.#fault !== null) throw this.#fault;
      if (this.#queue.length > 0) throw new Error(`Pi did not ask for ${this.#queue.join(' ')}`);
    }
    return { prefix: this.#prefix(), steps: this.#steps };
  }

  async #say(short) {
    const [{ text }, ...images] = piecesOf(short);
    if (short[0] === 'u') {
      this.#prompt = short;
      // Pi looks once more before it takes the prompt, unless it has just compacted.
      const [, attempts = 0, covered] = this.#next;
      if (this.#ended !== null && covered === undefined) {
        this.#next = attempted(comparedBy(this.pi, this.session, this.#ended), attempts);
      }
      const pictures = images.map(() => image);
      return this.session.prompt(text, { expandPromptTemplates: false, images: pictures });
    }
    this.#items.push(short);
    if (short[0] === 'x') {
      return this.session.sendCustomMessage({ customType: 'note', content: text, display: false });
    }
    const { sessionManager, agent } = this.session;
    sessionManager.branchWithSummary(sessionManager.getLeafId(), text);
    agent.state.messages = sessionManager.buildSessionContext().messages;
  }

  #answer(messages) {
    if (SUMMARISER.test(textOf(messages.at(-1)))) return this.#summary();
    const request = this.#queue.shift();
    if (request === undefined || !isRequest(request)) throw new Error(`No request: ${request}`);
    if (this.#prompt !== null) this.#items.push(this.#prompt);
    this.#prompt = null;
    this.#steps.push(this.#next);
    this.#next = [-1];
    if (request === '!') return messageOf([], 'error', {}, 'The request was malformed.');
    if (request === '^') return messageOf([], 'aborted', {}, 'The user aborted.');
    return this.#response(request);
  }

  #summary() {
    const { summaries } = this.script;
    const size = summaries[Math.min(this.#calls++, summaries.length - 1)];
    return size === 0
      ? messageOf([], 'error', {}, 'The model refused.')
      : messageOf([{ type: 'text', text: 's'.repeat(size) }], 'stop', { input: 9, output: 1 });
  }

  #response(request) {
    const prompt = this.#real();
    const short = this.#queue.shift();
    this.#items.push(short);
    const content = contentOf(short, this.#items.length);
    const reason = content.some(({ type }) => type === 'toolCall') ? 'toolUse' : 'stop';
    if (request === '~') return messageOf(content, reason, {});
    const cacheRead = Math.trunc(prompt / 3);
    const output = Number(request.slice(1));
    return messageOf(content, reason, { input: prompt - cacheRead, cacheRead, output });
  }

  /** Real tokens of the request: a generated session's count times the ratio. */
  #real() {
    const lead = this.#covered > 0 ? Math.floor((this.place.wrapper + this.#summaryBytes) / 4) : 0;
    const kept = this.#items.slice(this.#covered);
    const tokens = kept.reduce((sum, short) => sum + referenceOf(short), this.#prefix() + lead);
    return Math.trunc(tokens * this.script.ratio);
  }

  /** Tokens of the system prompt and the tools, as pi counts them. */
  #prefix() {
    const { messages } = this.session.sessionManager.buildSessionProjection();
    const [system, ...others] = messages.filter(({ role }) => role === 'system');
    if (others.length > 0) throw new Error('The system prompt has changed.');
    return this.pi.estimateTokens(system);
  }

  #hear(event) {
    const [value, attempts = 0] = this.#next;
    const { window, reserve } = this.script;
    if (event.type === 'turn_end') {
      this.#ended = event.message;
      this.#next = [comparedBy(this.pi, this.session, event.message)];
    }
    if (event.type === 'compaction_start') {
      if (value <= window - reserve) throw new Error(`Pi compacts at ${value}`);
      this.#next = [value, attempts + 1];
      // What extensions said since is in this count alone.
      this.#counted = this.session.getContextUsage().tokens ?? value;
    }
    if (event.type === 'compaction_end' && event.result) this.#compacted(event.result);
  }

  #compacted({ summary, firstKeptEntryId, tokensBefore, estimatedTokensAfter }) {
    const [value, attempts] = this.#next;
    if (tokensBefore !== this.#counted) throw new Error(`Pi counts ${tokensBefore}`);
    const branch = this.session.sessionManager.getBranch();
    const first = branch.findIndex(({ id }) => id === firstKeptEntryId);
    const ofLog = branch.filter(isItem);
    if (ofLog.length !== this.#items.length) throw new Error('The log is another one.');
    this.#covered = branch.slice(0, first).filter(isItem).length;
    this.#summaryBytes = summary.length;
    this.#next = [
      ...[value, attempts, this.#items.length, this.#covered],
      ...[this.#prepared.turnPrefixMessages.length, summary.length, estimatedTokensAfter],
    ];
  }
}

const attempted = (value, attempts) => (attempts > 0 ? [value, attempts] : [value]);

/** An entry of pi's session that later requests hold. */
function isItem({ type, message }) {
  if (type === 'custom_message' || type === 'branch_summary') return true;
  if (type !== 'message' || message.role === 'system') return false;
  return message.stopReason !== 'error' && message.stopReason !== 'aborted';
}
