/**
 * Aider's chat history, `.aider.chat.history.md`, as its `InputOutput` writes it:
 * https://github.com/Aider-AI/aider/blob/main/aider/io.py (user_input, ai_output, tool_output) and
 * https://github.com/Aider-AI/aider/blob/main/aider/utils.py (split_chat_history_markdown).
 */
import type { Json } from '@/lib/engine/session/schema';
import { AiderSession } from './session';
import { defineImporter, CountedReader } from '../../importer';

/** The line that a start of Aider writes into the chat history. */
const STARTED = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$/;

/** What a file of this kind never holds. */
const REMARKS = [
  'Aider’s chat history holds neither the system prompt nor the repository map and the files that a request sent: requests were larger than what is shown.',
  'Aider rounds its counts of tokens (“12k sent”) and does not tell those of a provider from those of its own tokenizer: they are kept as written, and no step has a real count.',
];

const OWN = 'Aider’s own output, not sent to a model';

/**
 * Reads the lines of a chat history: `#### ` begins a line of the user, `> ` one of Aider's own output,
 * and every other line is of the model's answer. Like Aider, it cannot tell a quotation or a continued
 * line of its own output from them.
 */
class AiderChat extends CountedReader {
  protected override empty = 'The file holds no line.';
  protected override nothing = 'The file holds no answer of a model.';
  #open: AiderSession | null = null;
  #user: string[] = [];
  #answer: string[] = [];
  /** Place of the message that is being collected. */
  #at: number | string = 0;

  protected take(value: Json, at: number | string): void {
    const line = typeof value === 'string' ? value.replace(/\r$/, '') : '';
    const started = STARTED.exec(line)?.[1];
    if (started !== undefined) return this.#start(started, at);
    const open = this.#open;
    if (open === null) {
      if (line.trim() !== '') this.context.receipt.lose('line before a chat', at);
    } else if (line.startsWith('> ')) this.#own(open, line.slice(2).trim(), at);
    else if (this.#isUsers(line)) this.#say(line.slice(5).trimEnd(), at);
    else this.#write(open, line, at);
  }

  protected close(): void {
    this.#flush();
    for (const draft of this.#open?.finish() ?? []) this.session(draft);
    this.#open = null;
  }

  #start(started: string, at: number | string): void {
    this.close();
    const { receipt } = this.context;
    this.#open = new AiderSession(this.context, started, (id) => this.unique(id));
    if (!this.#remarked) for (const remark of REMARKS) receipt.remark(remark);
    this.#remarked = true;
    receipt.merge('start of a chat', at);
  }

  #remarked = false;

  /**
   * Aider ends each line of the user with two blanks, which headings in an answer do not have; without
   * them, a heading that follows an answer's text is the answer's.
   */
  #isUsers(line: string): boolean {
    return line.startsWith('#### ') && (line.endsWith('  ') || this.#answer.length === 0);
  }

  #own(open: AiderSession, line: string, at: number | string): void {
    this.#flush();
    if (open.fact(line, at)) this.context.receipt.merge('facts about a chat or a call', at);
    else this.context.receipt.drop(OWN, at);
  }

  #say(line: string, at: number | string): void {
    if (this.#user.length === 0) {
      this.#flush();
      this.#at = at;
    }
    this.#user.push(line);
  }

  #write(open: AiderSession, line: string, at: number | string): void {
    if (this.#user.length > 0) this.#flush();
    if (this.#answer.length === 0) {
      if (line.trim() === '') return;
      this.#at = at;
      if (!open.expectsAnswer) return this.context.receipt.drop(OWN, at);
    }
    this.#answer.push(line);
  }

  /** Ends the message that is being collected. */
  #flush(): void {
    const open = this.#open;
    if (open === null) return;
    if (this.#user.length > 0) open.said(this.#user.join('\n').trim(), this.#at);
    const answer = this.#answer.join('\n').trim();
    if (answer !== '') open.answered(answer, this.#at);
    this.#user = [];
    this.#answer = [];
  }
}

/** Reads what was said to Aider and what its models answered; a session for each start. */
export const aider = defineImporter({
  id: 'aider',
  label: 'Aider chat history',
  source: 'Aider',
  unseen: 'its source',
  inputs: ['text'],
  sniff: ({ records }) => {
    const first = records.find((line) => typeof line !== 'string' || line.trim() !== '');
    return typeof first === 'string' && STARTED.test(first);
  },
  start: (context) => new AiderChat(context),
});
