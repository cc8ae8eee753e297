// Codex's own app server as a child process: JSON-RPC, one message a line.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import path from 'node:path';

const config = ({ port, window, limit, scope }) =>
  [
    'model = "mock-model"',
    'model_provider = "mock"',
    ...(window > 0 ? [`model_context_window = ${window}`] : []),
    ...(limit > 0 ? [`model_auto_compact_token_limit = ${limit}`] : []),
    ...(scope ? [`model_auto_compact_token_limit_scope = "${scope}"`] : []),
    'check_for_update_on_startup = false',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    '[analytics]',
    'enabled = false',
    '[otel]',
    'exporter = "none"',
    '[model_providers.mock]',
    'name = "mock"',
    `base_url = "http://127.0.0.1:${port}/v1"`,
    'wire_api = "responses"',
    'requires_openai_auth = false',
    '',
  ].join('\n');

/** Starts Codex with an empty home in `folder`, or in the one that it had before. */
export async function startCodex({ binary, folder, again = false, ...settings }) {
  const home = path.join(folder, 'home');
  const work = path.join(folder, 'work');
  if (!again) rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  mkdirSync(work, { recursive: true });
  writeFileSync(path.join(home, 'config.toml'), config(settings));
  const child = spawn(binary, ['app-server'], {
    cwd: work,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: home,
      CODEX_HOME: home,
      RUST_LOG: process.env['CODEX_LOG'] ?? 'codex_core=trace',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  return new Codex(child, { home, work });
}

class Codex {
  #child;
  #sent = 0;
  #waiting = new Map();
  #ends = [];
  /** Lines of the program's own log. */
  log = [];
  notifications = [];

  constructor(child, { home, work }) {
    this.#child = child;
    this.home = home;
    this.work = work;
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(JSON.parse(line)));
    createInterface({ input: child.stderr }).on('line', (line) => this.log.push(line));
  }

  #take(message) {
    if (message.id !== undefined && message.method === undefined) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(JSON.stringify(message.error)));
      else waiting?.resolve(message.result);
      return;
    }
    this.notifications.push(message);
    if (message.method === 'turn/completed') this.#ends.shift()?.(message.params);
  }

  call(method, params) {
    const id = ++this.#sent;
    this.#child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Starts a thread, or takes up the one named by `resume`. */
  async begin({ resume, ...start } = {}) {
    const clientInfo = { name: 'highwater-conformance', title: null, version: '1' };
    await this.call('initialize', { clientInfo });
    this.#child.stdin.write('{"method":"initialized"}\n');
    const { thread } =
      resume === undefined
        ? await this.call('thread/start', { cwd: this.work, ...start })
        : await this.call('thread/resume', { threadId: resume });
    this.thread = thread.id;
  }

  /** Goes on in a copy of the thread. */
  async fork() {
    const { thread } = await this.call('thread/fork', { threadId: this.thread });
    this.thread = thread.id;
  }

  /** Sends a user's message and waits for the end of the turn; `more` changes what holds from it on. */
  async turn(input, more = {}) {
    const end = new Promise((resolve) => this.#ends.push(resolve));
    await this.call('turn/start', { threadId: this.thread, input, ...more });
    return end;
  }

  /** Compacts because the user asks for it. */
  async compact() {
    const end = new Promise((resolve) => this.#ends.push(resolve));
    await this.call('thread/compact/start', { threadId: this.thread });
    return end;
  }

  async stop() {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await ended;
  }
}
