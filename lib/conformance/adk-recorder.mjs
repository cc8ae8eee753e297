/**
 * Records a session of Google ADK for TypeScript with its own recorders, a scripted model and a guard that
 * keeps ContextGuard's state: `node adk-recorder.mjs <folder>` writes the session database of ADK's
 * DatabaseSessionService (session.db), and sends its spans to OTEL_EXPORTER_OTLP_ENDPOINT, if that is set.
 * The guard is written from the reference's description (achetronic/adk-utils-go v1.1.0), not from Highwater.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  BaseLlm,
  DatabaseSessionService,
  FunctionTool,
  LlmAgent,
  maybeSetOtelProviders,
  Runner,
} from '@google/adk';
import { trace } from '@opentelemetry/api';
import { z } from 'zod';

const WINDOW = 8_000;
const AGENT = 'k8s_agent';
const KEY = (name) => `__context_guard_${name}_${AGENT}`;

const quarter = (text) => Math.floor(Buffer.byteLength(text) / 4);
/** Go's %v of a decoded JSON value. */
const goValue = (value) =>
  value === null
    ? '<nil>'
    : Array.isArray(value)
      ? `[${value.map(goValue).join(' ')}]`
      : typeof value === 'object'
        ? `map[${Object.keys(value)
            .sort()
            .map((key) => `${key}:${goValue(value[key])}`)
            .join(' ')}]`
        : String(value);
const partTokens = ({ text, functionCall: call, functionResponse: response }) =>
  (text ? quarter(text) : 0) +
  (call
    ? quarter(call.name) +
      Object.entries(call.args ?? {}).reduce(
        (sum, [key, value]) => sum + quarter(key) + quarter(goValue(value)),
        0,
      )
    : 0) +
  (response ? quarter(response.name) + quarter(goValue(response.response)) : 0);
const contentTokens = (contents) =>
  contents.reduce(
    (sum, { parts = [] }) => sum + parts.reduce((all, part) => all + partTokens(part), 0),
    0,
  );
function prefixTokens({ config = {} }) {
  const { systemInstruction: system, tools = [] } = config;
  const texts =
    typeof system === 'string' ? [system] : (system?.parts ?? []).map(({ text }) => text ?? '');
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  return (
    texts.reduce((sum, text) => sum + quarter(text), 0) +
    declared.reduce(
      (sum, { name, description = '', parameters }) =>
        sum +
        quarter(name) +
        quarter(description) +
        (parameters ? quarter(JSON.stringify(parameters)) : 0),
      0,
    )
  );
}
const heuristicOf = (request) => prefixTokens(request) + contentTokens(request.contents);

const summaryContent = (summary) => ({
  role: 'user',
  parts: [
    {
      text: `[Previous conversation summary]\n${summary}\n[End of summary - conversation continues below]`,
    },
  ],
});
const SUMMARY = 'The checkout pod restarts because it runs out of memory; the limit is 256Mi. '
  .repeat(4)
  .trim();

/** ContextGuard's threshold strategy: decides before each call, stores the five keys. */
const guard = {
  before({ context, request }) {
    const { state } = context;
    const all = request.contents;
    const watermark = state.get(KEY('contents_at_compaction')) ?? 0;
    const summary = state.get(KEY('summary')) ?? '';
    if (summary !== '') request.contents = [summaryContent(summary), ...all.slice(watermark)];
    const heuristic = heuristicOf(request);
    const real = state.get(KEY('real_tokens')) ?? 0;
    const last = state.get(KEY('last_heuristic')) ?? 0;
    const correction = real > 0 && last > 0 ? Math.min(5, Math.max(1, real / last)) : 2.5;
    const decision = Math.max(real, Math.trunc(heuristic * correction));
    if (decision >= WINDOW - Math.floor(WINDOW * 0.2)) {
      state.set(KEY('summary'), SUMMARY);
      state.set(KEY('contents_at_compaction'), all.length);
      state.set(KEY('summarized_at'), decision);
      state.set(KEY('real_tokens'), 0);
      const asked =
        all.findLast(({ role, parts }) => role === 'user' && parts.some(({ text }) => text))
          ?.parts[0].text ?? '';
      request.contents = [summaryContent(SUMMARY), continuation(asked)];
    }
    state.set(KEY('last_heuristic'), heuristicOf(request));
    return undefined;
  },
  after({ context, response }) {
    const tokens = response.usageMetadata?.promptTokenCount ?? 0;
    if (tokens > 0) context.state.set(KEY('real_tokens'), tokens);
    return undefined;
  },
};
/** As long as the reference's: 238 bytes around the quoted request, 187 without one. */
const continuation = (asked) => ({
  role: 'user',
  parts: [
    { text: asked === '' ? 'c'.repeat(187) : `${'c'.repeat(119)}${asked}${'c'.repeat(119)}` },
  ],
});

/** Answers by a script; the provider counts 1.4 tokens per heuristic one. */
class Scripted extends BaseLlm {
  #calls = 0;
  constructor() {
    super({ model: 'gemini-2.5-flash' });
  }
  async *generateContentAsync(request) {
    const call = this.#calls++ % 3 < 2;
    const usage = Math.trunc(heuristicOf(request) * 1.4) + 40;
    yield {
      content: {
        role: 'model',
        parts: [
          call
            ? {
                functionCall: {
                  name: 'get_pods',
                  args: { namespace: 'shop', pod: `checkout-${this.#calls}` },
                },
              }
            : { text: `Pod checkout-${this.#calls} was restarted by the kernel: out of memory.` },
        ],
      },
      usageMetadata: {
        promptTokenCount: usage,
        candidatesTokenCount: 20,
        totalTokenCount: usage + 20,
      },
      finishReason: 'STOP',
      modelVersion: 'gemini-2.5-flash',
    };
  }
  async connect() {
    throw new Error('no live connection');
  }
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name a folder.');
mkdirSync(folder, { recursive: true });
const file = join(folder, 'session.db');
rmSync(file, { force: true });
maybeSetOtelProviders();

const getPods = new FunctionTool({
  name: 'get_pods',
  description: 'Lists the pods of a namespace with their state.',
  parameters: z.object({ namespace: z.string(), pod: z.string() }),
  execute: ({ pod }) => ({
    pod,
    log: `oom-killer: checkout used 262144Ki of 262144Ki; `.repeat(16),
  }),
});
const agent = new LlmAgent({
  name: AGENT,
  model: new Scripted(),
  instruction: 'You look after a Kubernetes cluster. Find causes, name evidence, change nothing.',
  tools: [getPods],
  beforeModelCallback: guard.before,
  afterModelCallback: guard.after,
});
const sessionService = new DatabaseSessionService(`sqlite://${file}`);
await sessionService.init?.();
const session = await sessionService.createSession({ appName: 'k8s', userId: 'operator' });
const runner = new Runner({ appName: 'k8s', agent, sessionService });
for (let turn = 1; turn <= 14; turn++) {
  const newMessage = {
    role: 'user',
    parts: [
      {
        text: `Why did the checkout pod restart for the ${turn}. time today? ${'Look at its events and its memory. '.repeat(6)}`,
      },
    ],
  };
  for await (const event of runner.runAsync({
    userId: 'operator',
    sessionId: session.id,
    newMessage,
  })) {
    if (event.errorMessage) throw new Error(event.errorMessage);
  }
}
await trace.getTracerProvider().getDelegate?.().forceFlush?.();
await trace.getTracerProvider().getDelegate?.().shutdown?.();
console.log(session.id);
process.exit(0);
