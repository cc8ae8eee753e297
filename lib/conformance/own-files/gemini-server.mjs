/** The scripted model behind `:generateContent` and `:streamGenerateContent`: plays a script's rounds. */
import { serveScript } from '../scripted-server.mjs';
import { recordedCounts, unitsOf } from './recorded-counts.mjs';

const REFUSED = 'The request could not be read.';

/** As `serveChat`, with contents for messages; `asks` is how often it asks for one summary. */
export async function serveGemini({ isSummary, isAside, toolOf, messagesOf, asks = 1 }) {
  const state = { onRequest: null, ...begun(null) };
  const server = await serveScript(({ url, body }, response) => {
    const stream = url.includes(':streamGenerateContent');
    if (url.includes(':countTokens')) return json(response, { totalTokens: 100 });
    const prompt = (ratio) =>
      Math.trunc((JSON.stringify(messagesOf(body.contents)).length / 4) * ratio);
    if (isSummary(body)) {
      const { summaries } = state.script;
      if (state.summaries++ % asks === 0) state.compactions.push(state.byHand ? 'manual' : 'auto');
      const text = `<state_snapshot>${summaries[state.summaries % summaries.length]}</state_snapshot>`;
      return write(response, stream, { text, calls: [], output: 30, prompt: prompt(1) });
    }
    if (isAside(body)) {
      return write(response, stream, { text: '{}', calls: [], output: 5, prompt: 100 });
    }
    const round = state.rounds.shift() ?? { text: 'Done.', calls: [], output: 1 };
    const sent = messagesOf(body.contents);
    const counted =
      state.counts?.(unitsOf(sent), round, state.compactions.length > 0) ??
      prompt(state.script.ratio);
    const request = {
      tokens: round.error || round.usage === 'none' ? null : counted,
      messages: sent.length,
      failed: Boolean(round.error),
    };
    if (state.counts !== null) request.step = round.step ?? null;
    if (state.compactions.length > 0) request.compactions = state.compactions;
    state.compactions = [];
    state.requests.push(request);
    state.onRequest?.(request, round);
    if (round.error) {
      response.writeHead(round.error, { 'content-type': 'application/json' });
      const error = { code: round.error, message: REFUSED, status: 'INVALID_ARGUMENT' };
      return response.end(JSON.stringify({ error }));
    }
    return write(response, stream, { ...round, prompt: counted, toolOf });
  });
  return { ...server, state, play: (script) => Object.assign(state, begun(script)) };
}

const begun = (script) => ({
  ...{ script, rounds: [], requests: [], summaries: 0, compactions: [], byHand: false },
  counts: script?.recorded ? recordedCounts(script.recorded) : null,
});

function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function write(response, stream, { text, calls, output, usage = 'plain', prompt, toolOf }) {
  const parts = [
    ...(text === '' ? [] : [{ text }]),
    ...calls.map((call) => {
      const { name, args } = toolOf(call);
      return { functionCall: { name, args } };
    }),
  ];
  const usageMetadata = {
    promptTokenCount: prompt,
    candidatesTokenCount: output,
    totalTokenCount: prompt + output,
    ...(usage === 'cached' ? { cachedContentTokenCount: Math.trunc(prompt * 0.7) } : {}),
  };
  const answer = {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    ...(usage === 'none' ? {} : { usageMetadata }),
  };
  if (!stream) return json(response, answer);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  return response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
}
