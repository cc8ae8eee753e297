/**
 * What `summarizationMiddleware` of LangChain and `createSummarizationMiddleware` of deepagents do, headless: their
 * hooks are called before each model call of a drawn session; the summariser is scripted.
 *
 * Per request: the tokens that the middleware counts, the summariser's calls, the entries that left.
 */
import { goldenFile } from '../golden.mjs';
import { onLoopbackOnly } from '../loopback.mjs';
import { randomFrom } from '../random.mjs';
import { drawLog, drawSummaries, installed, scriptedModel, Writer } from './messages.mjs';

onLoopbackOnly();
const SEED = 20261124;
const RUNS = 240;

const langchain = await installed('langchain');
const deepagents = await installed('deepagents');
const { SystemMessage } = langchain.loaded;
const count = langchain.loaded.countTokensApproximately;

/** The oldest entry among messages that are no summary; `end` where none is. */
const firstKept = (messages, entryOf, end) =>
  entryOf.get(messages.find(({ id }) => entryOf.has(id))?.id) ?? end;

const entriesOf = (log, until) => log.slice(0, until).filter((short) => short !== '-').length;

/** LangChain: the state's messages are replaced. */
async function runLangchain(settings, log, summaries) {
  const { triggerBy, share, tokenThreshold, leastMessages } = settings;
  const model = scriptedModel(summaries, limitOf(settings));
  const middleware = langchain.loaded.summarizationMiddleware({
    model,
    trigger: {
      ...(triggerBy === 'fraction' ? { fraction: share } : { tokens: tokenThreshold }),
      ...(leastMessages > 0 ? { messages: leastMessages } : {}),
    },
    keep: keepOf(settings),
  });
  const hook = middleware.beforeModel.hook ?? middleware.beforeModel;
  const writer = new Writer();
  const steps = [];
  let covered = 0;
  for (const [place, short] of log.entries()) {
    if (short !== '-') {
      writer.append(short);
      continue;
    }
    const asked = model.asked;
    const value = count(writer.messages);
    const changed = await hook({ messages: writer.messages }, { context: {} });
    if (changed) {
      writer.messages = changed.messages.slice(1);
      covered = firstKept(writer.messages.slice(1), writer.entryOf, entriesOf(log, place));
    }
    steps.push([value, model.asked - asked, covered]);
  }
  return steps;
}

/** A fraction needs a model with a profile; without one the middleware knows no limit. */
const limitOf = ({ triggerBy, keepBy, window }) =>
  triggerBy === 'fraction' || keepBy === 'fraction' ? window : 0;

const keepOf = ({ keepBy, keep, keepTokens, keepShare }) => ({
  [keepBy]: { messages: keep, tokens: keepTokens, fraction: keepShare }[keepBy],
});

/** deepagents: the state keeps its messages, an event says which are summarised. */
async function runDeepagents(settings, log, summaries) {
  const { triggerBy, share, tokenThreshold, keepBy, prefix } = settings;
  const model = scriptedModel(summaries, limitOf(settings));
  const middleware = deepagents.loaded.createSummarizationMiddleware({
    model,
    trigger:
      triggerBy === 'fraction'
        ? { type: 'fraction', value: share }
        : { type: 'tokens', value: tokenThreshold },
    keep: { type: keepBy, value: keepOf(settings)[keepBy] },
    backend: {
      write: async (file) => ({ path: file }),
      downloadFiles: async () => [{ error: 'none' }],
    },
  });
  const systemMessage = new SystemMessage('x'.repeat(4 * prefix));
  const writer = new Writer();
  const steps = [];
  let state = {};
  let covered = 0;
  for (const [place, short] of log.entries()) {
    if (short !== '-') {
      writer.append(short);
      continue;
    }
    const asked = model.asked;
    const event = state._summarizationEvent;
    const before = event
      ? [event.summaryMessage, ...writer.messages.slice(event.cutoffIndex)]
      : writer.messages;
    const value = count([systemMessage, ...before]);
    const answer = await middleware.wrapModelCall(
      { messages: writer.messages, state, model, tools: [], systemMessage, runtime: {} },
      async () => ({}),
    );
    if (answer.update) {
      state = { ...state, ...answer.update };
      const kept = writer.messages.slice(state._summarizationEvent.cutoffIndex);
      covered = firstKept(kept, writer.entryOf, entriesOf(log, place));
    }
    steps.push([value, model.asked - asked, covered]);
  }
  return steps;
}

/** Settings of a run, by the names that Highwater's policies have for them. */
function drawSettings(random) {
  const window = random.int(6_000, 60_000);
  return {
    window,
    triggerBy: random.pick(['fraction', 'fraction', 'tokens']),
    share: random.int(30, 100) / 100,
    tokenThreshold: random.int(2_000, 40_000),
    keepBy: random.pick(['messages', 'tokens', 'fraction']),
    keep: random.int(0, 24),
    keepTokens: random.int(0, 12_000),
    keepShare: random.int(0, 60) / 100,
  };
}

async function drawRuns(seed, drawn, run) {
  const runs = [];
  for (let i = 0; i < RUNS; i++) {
    const random = randomFrom(seed + i);
    const settings = { ...drawSettings(random), ...drawn(random) };
    const log = drawLog(random);
    const summaries = drawSummaries(random, drawn === langchainOnly);
    const steps = await run(settings, log, summaries);
    const used = summaries.slice(
      0,
      steps.reduce((sum, [, asked]) => sum + asked, 0),
    );
    runs.push({ seed: seed + i, settings, log: log.join(' '), summaries: used, steps });
  }
  return runs;
}

const langchainOnly = (random) => ({
  leastMessages: random.chance(0.3) ? random.int(1, 40) : 0,
});
const deepagentsOnly = (random) => ({ prefix: random.int(0, 3_000) });

goldenFile('langchain', {
  ...langchain.origin,
  runs: await drawRuns(SEED, langchainOnly, runLangchain),
});
goldenFile('langchain', {
  ...deepagents.origin,
  runs: await drawRuns(SEED + RUNS, deepagentsOnly, runDeepagents),
});
