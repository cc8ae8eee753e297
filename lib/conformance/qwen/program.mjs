/** Qwen Code's program over its stream of JSON: prompts, resumes, its own log of what it compares, its chat's file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { packageFolder } from '../golden.mjs';
import { ended } from '../own-files/sessions.mjs';

const CLI = path.join(packageFolder('@qwen-code/qwen-code'), 'cli.js');
const COMPARED = /token-count provenance: prompt_id=[\w-]+########\d+, originalTokenCount=(\d+)/;

/** One session of the program. */
export class QwenProgram {
  id = null;
  /** The newest prompt ended with an error: then the program stores nothing more. */
  failed = false;
  #child = null;
  #heard = [];
  #waiting = null;

  constructor(home, work) {
    this.home = home;
    this.work = work;
  }

  async start(...more) {
    const args = [CLI, '--input-format', 'stream-json', '-o', 'stream-json', '-y', ...more];
    this.#child = spawn(process.execPath, args, {
      cwd: this.work,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: this.home,
        SCRIPTED_KEY: 'none',
        QWEN_DEBUG_LOG_FILE: '1',
        QWEN_CODE_NO_RELAUNCH: 'true',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
      },
      stdio: ['pipe', 'pipe', process.env['QWEN_LOG'] ? 'inherit' : 'ignore'],
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line));
  }

  #hear(line) {
    const message = JSON.parse(line);
    if (process.env['QWEN_LOG']) process.stderr.write(`${line.slice(0, 300)}\n`);
    this.id = message.session_id ?? this.id;
    if (message.type === 'result') this.failed = message.is_error;
    if (message.type === 'result' || message.type === 'control_response') this.#waiting?.();
  }

  /** Sends a line and waits for what ends it. */
  #send(message) {
    const heard = new Promise((resolve) => (this.#waiting = resolve));
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    const early = once(this.#child, 'exit').then(() => {
      throw new Error('The program ended early.');
    });
    early.catch(() => undefined);
    return Promise.race([heard, early]);
  }

  prompt(content) {
    const session_id = this.id ?? 'new';
    const message = { role: 'user', content };
    return this.#send({ type: 'user', session_id, parent_tool_use_id: null, message });
  }

  /** Begins a session whose model will be switched: only a client that says so may do that. */
  initialize() {
    return this.#control({ subtype: 'initialize' });
  }

  model(model) {
    return this.#control({ subtype: 'set_model', model });
  }

  #control(request) {
    return this.#send({ type: 'control_request', request_id: request.subtype, request });
  }

  async stop() {
    this.#child.stdin.end();
    await ended(this.#child);
  }

  /** The program anew, on the same session or on a copy of it. */
  async again(...more) {
    await this.stop();
    await this.start('--resume', this.id, ...more);
  }

  /**
   * Notes what the program says that it compared before each request. At the first prompt of each process but the
   * first (`begun`), and from there on without any usage, it counts reminders once more: those counts are left out. So
   * are those after the user's own compaction, of which the step shows what was counted before it.
   */
  compared(requests, begun) {
    const folder = path.join(this.home, '.qwen/debug');
    const logs = readdirSync(folder).filter((name) => name.endsWith('.txt'));
    const lines = logs.flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'));
    const said = lines.filter((line) => COMPARED.test(line)).toSorted();
    if (said.length !== requests.length) return false;
    let counted = false;
    const resumed = Math.min(...begun);
    for (const [i, request] of requests.entries()) {
      const isKnown = (counted || i < resumed) && !begun.has(i);
      const isHeld = isKnown && !request.compactions?.includes('manual');
      request.value = isHeld ? Number(COMPARED.exec(said[i])[1]) : null;
      counted ||= request.tokens !== null;
    }
    return true;
  }

  /** The chat as the program stored it. */
  file() {
    const projects = path.join(this.home, '.qwen/projects');
    const name = readdirSync(projects, { recursive: true }).find((file) =>
      file.endsWith(`chats/${this.id}.jsonl`),
    );
    const text = readFileSync(path.join(projects, name), 'utf8');
    return { name: path.basename(name), text };
  }
}
