import { seededRandom } from '@/lib/engine/base/random';
import { writeParts } from './write-parts';

/** Lines of text for messages and results. */
const POOL_LINES = 20_000;

/** Model messages between two recorded compactions. */
const COMPACTION_EVERY = 400;

const WORDS = (
  'const return import export function error context session request response token policy window ' +
  'the a of to and is for in that with this from by which when summary prompt result value string ' +
  'if else err != nil := fmt.Errorf("%w", range map[string]int { } ( ) => === null undefined // # - ' +
  'test expect describe cluster node pod deployment kubectl apply get describe logs threshold 200000'
).split(' ');

const MODELS = ['claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929'];

/**
 * Writes a generated Claude Code log. Kinds of lines, their sizes and their share of non-ASCII text
 * follow 12,000 recorded lines: 2.8 KB per line, 60 % of the bytes in results, most of them twice
 * (the second is the user interface's copy), two lines per model message.
 */
export class LogGenerator {
  readonly #random: () => number;
  readonly #pool: readonly string[];
  readonly #sessionId: string;
  #parent: string | null = null;
  #time = Date.UTC(2026, 0, 5);
  #messages = 0;
  #prompt = 20_000;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#pool = Array.from({ length: POOL_LINES }, () => this.#poolLine());
    this.#sessionId = this.#uuid();
  }

  /** Endless lines, newline included; the caller stops. */
  *lines(): Generator<string> {
    for (;;) {
      yield this.#line('user', `"message":{"role":"user","content":"${this.#text(300)}"}`);
      for (let steps = 2 + this.#below(20); steps > 0; steps--) yield* this.#step();
      yield this.#aside('ai-title', `"aiTitle":"${this.#text(40)}"`);
      yield this.#aside('last-prompt', `"lastPrompt":"${this.#text(150)}"`);
      const stop = `"subtype":"stop_hook_summary","hookCount":1,"hookInfos":[{"command":"${this.#text(60)}"}]`;
      yield this.#line('system', stop);
    }
  }

  /** Lines of one call: the call, its result, the agent's remarks. */
  *#step(): Generator<string> {
    if (++this.#messages % COMPACTION_EVERY === 0) yield* this.#compaction();
    const id = `"id":"msg_${this.#key()}"`;
    const call = `toolu_${this.#key()}`;
    this.#prompt += 200 + this.#below(2_000);
    if (this.#random() < 0.55) yield this.#model(id, this.#thinking());
    if (this.#random() < 0.45) yield this.#model(id, `{"type":"text","text":"${this.#text(200)}"}`);
    const file = `"file_path":"/work/project/lib/${this.#key()}.ts"`;
    const edit = this.#random() < 0.25 ? `,"old_string":"${this.#text(500)}"` : '';
    const input = `"input":{${file}${edit}}`;
    yield this.#model(id, `{"type":"tool_use","id":"${call}","name":"Read",${input}}`);
    if (this.#random() < 0.5) yield this.#progress(call);
    if (this.#random() < 0.15) yield this.#aside('file-history-snapshot', this.#snapshot());
    yield this.#result(call);
    if (this.#random() < 0.15) yield this.#attachment();
  }

  #thinking(): string {
    const signature = Array.from({ length: 32 }, () => this.#key()).join('');
    return `{"type":"thinking","thinking":"${this.#text(400)}","signature":"${signature}"}`;
  }

  #model(id: string, block: string): string {
    const read = Math.max(0, this.#prompt - 3_000);
    const usage =
      `"usage":{"input_tokens":8,"cache_creation_input_tokens":2992,"cache_read_input_tokens":${read},` +
      `"cache_creation":{"ephemeral_5m_input_tokens":2992,"ephemeral_1h_input_tokens":0},` +
      `"output_tokens":${this.#below(900)},"service_tier":"standard"}`;
    const model = MODELS[this.#messages % 40 === 0 ? 1 : 0] ?? '';
    return this.#line(
      'assistant',
      `"message":{"model":"${model}",${id},"type":"message","role":"assistant","content":[${block}],` +
        `"stop_reason":null,"stop_sequence":null,${usage}},"requestId":"req_${this.#key()}"`,
    );
  }

  /** A tool's result for the model, and the user interface's copy. */
  #result(call: string): string {
    const { text, copy } = this.#random() < 0.25 ? this.#edited() : this.#shown();
    const block = `{"tool_use_id":"${call}","type":"tool_result","content":"${text}"}`;
    return this.#line(
      'user',
      `"message":{"role":"user","content":[${block}]},"toolUseResult":{${copy}}`,
    );
  }

  #shown(): { text: string; copy: string } {
    const size = Math.min(60_000, 750 * Math.exp(1.5 * this.#normal()));
    const text = this.#text(size, this.#random() < 0.45);
    return { text, copy: `"stdout":"${text}","stderr":"","interrupted":false,"isImage":false` };
  }

  #edited(): { text: string; copy: string } {
    const original = this.#text(Math.min(60_000, 4_500 * Math.exp(this.#normal())));
    const lines = Array.from({ length: 12 }, () => `" ${this.#text(30)}"`).join(',');
    const patch = `[{"oldStart":1,"oldLines":9,"newStart":1,"newLines":12,"lines":[${lines}]}]`;
    const copy = `"oldString":"${this.#text(300)}","originalFile":"${original}","structuredPatch":${patch}`;
    return { text: this.#text(600, true), copy };
  }

  #progress(call: string): string {
    const data = `"data":{"type":"bash_progress","output":"${this.#text(150)}","elapsedTimeSeconds":3,"totalLines":9}`;
    return this.#line('progress', `${data},"toolUseID":"${call}","parentToolUseID":"${call}"`);
  }

  #attachment(): string {
    const content = `"hookEvent":"PreToolUse","content":"${this.#text(250)}","exitCode":0`;
    return this.#line('attachment', `"attachment":{"type":"hook_success",${content}}`);
  }

  #snapshot(): string {
    const files = Array.from(
      { length: 8 },
      () => `"lib/${this.#key()}.ts":{"backupFileName":"${this.#key()}","version":1}`,
    );
    const message = `"messageId":"${this.#uuid()}"`;
    return `${message},"snapshot":{${message},"trackedFileBackups":{${files.join(',')}}}`;
  }

  *#compaction(): Generator<string> {
    const metadata = `"compactMetadata":{"trigger":"auto","preTokens":${this.#prompt}}`;
    yield this.#line('system', `"subtype":"compact_boundary","content":"Compacted",${metadata}`);
    const summary = `"isCompactSummary":true,"message":{"role":"user","content":"${this.#text(9_000)}"}`;
    yield this.#line('user', summary);
    this.#prompt = 30_000;
  }

  /** A line of the conversation, linked to the line before. */
  #line(type: string, fields: string): string {
    const uuid = this.#uuid();
    const parent = this.#parent === null ? 'null' : `"${this.#parent}"`;
    this.#parent = uuid;
    this.#time += this.#below(9_000);
    return (
      `{"parentUuid":${parent},"isSidechain":false,"userType":"external","cwd":"/work/project",` +
      `"sessionId":"${this.#sessionId}","version":"2.1.7","gitBranch":"main",${fields},"type":"${type}",` +
      `"uuid":"${uuid}","timestamp":"${new Date(this.#time).toISOString()}"}\n`
    );
  }

  #aside(type: string, fields: string): string {
    return `{"type":"${type}","sessionId":"${this.#sessionId}",${fields}}\n`;
  }

  /** Escaped text of about `size` characters, with line numbers like file contents for the model. */
  #text(size: number, numbered = false): string {
    let at = this.#below(POOL_LINES);
    let text = '';
    for (let number = 1; text.length < size; number++) {
      const line = this.#pool[at++ % POOL_LINES] ?? '';
      text += numbered ? `  ${number}→${line}\\n` : `${line}\\n`;
    }
    return text.length > size * 2 ? text.slice(0, size).replace(/\\[^\\]{0,5}$|\\$/, '') : text;
  }

  #poolLine(): string {
    const words = Array.from({ length: this.#below(14) }, () => WORDS[this.#below(WORDS.length)]);
    if (this.#random() < 0.3) words.push(this.#key());
    const line = `${'  '.repeat(this.#below(4))}${words.join(' ')}`;
    return JSON.stringify(line).slice(1, -1);
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }

  /** Two random numbers: one has 32 bits and would repeat among 100,000. */
  #key(): string {
    const word = (): string =>
      this.#below(2 ** 32)
        .toString(36)
        .padStart(7, '0');
    return word() + word();
  }

  #uuid(): string {
    const word = (): string =>
      this.#below(2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const [a, b, c] = [word(), word(), word()];
    return `${word()}-${a.slice(0, 4)}-4${a.slice(5)}-8${b.slice(5)}-${b.slice(0, 4)}${c}`;
  }
}

/** Writes a generated log of at least `bytes` bytes; the same seed gives the same file. */
export function writeLog(path: string, bytes: number, seed = 1): Promise<void> {
  return writeParts(path, bytes, new LogGenerator(seed).lines());
}
