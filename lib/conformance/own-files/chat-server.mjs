/** The scripted model behind `/chat/completions`: plays a script's rounds, and notes each request. */
import { serveScript } from '../scripted-server.mjs';
import { recordedCounts, unitsOf } from './recorded-counts.mjs';

const REFUSED = 'The request could not be read.';

/**
 * Serves a script. `isSummary` tells the summariser's requests, `isAside` others that are not the agent's,
 * `toolOf` writes a call's name and arguments; `prefix` are the tokens that the model counts for prompt and tools.
 * `requests` is what the model was asked as the agent, in order: tokens that it reported, messages without the
 * system prompt, whether it failed.
 */
export async function serveChat({
  isSummary,
  toolOf,
  messagesOf = (all) => all,
  isAside = () => false,
  prefix = 100,
}) {
  const tokensOf = (messages, ratio) => prefix + weightOf(messages, ratio);
  const state = { onRequest: null, ...begun(null) };
  const server = await serveScript(({ body }, response) => {
    const sent = messagesOf(body.messages.filter(({ role }) => !/^(system|developer)$/.test(role)));
    if (isAside(body)) {
      return write(response, body, { text: 'Title', calls: [], output: 5, prompt: 100 });
    }
    if (isSummary(body)) {
      const { summaries } = state.script;
      const text = summaries[state.summaries++ % summaries.length];
      state.compactions.push(state.byHand ? 'manual' : 'auto');
      return write(response, body, { text, calls: [], output: 30, prompt: tokensOf(sent, 1) });
    }
    const round = state.rounds.shift() ?? { text: 'Done.', calls: [], output: 1, usage: 'plain' };
    const prompt =
      state.counts?.(unitsOf(sent), round, state.compactions.length > 0) ??
      tokensOf(sent, state.script.ratio);
    const tokens = round.error || round.usage === 'none' ? null : prompt;
    const request = { tokens, messages: sent.length, failed: Boolean(round.error) };
    if (state.counts !== null) request.step = round.step ?? null;
    if (state.compactions.length > 0) request.compactions = state.compactions;
    state.compactions = [];
    state.requests.push(request);
    state.onRequest?.(request, round, body);
    if (round.error) {
      // A program that tries a failed server again need not wait.
      response.writeHead(round.error, {
        'content-type': 'application/json',
        'retry-after-ms': '1',
      });
      return response.end(JSON.stringify({ error: { message: REFUSED, type: 'invalid' } }));
    }
    return write(response, body, { ...round, prompt, toolOf });
  });

  return {
    ...server,
    state,
    /** Begins a script. */
    play(script) {
      Object.assign(state, begun(script));
    },
  };
}

/** What is known of a script that begins; `byHand` while its user compacts. */
const begun = (script) => ({
  ...{ script, rounds: [], requests: [], summaries: 0, compactions: [], byHand: false },
  counts: script?.recorded ? recordedCounts(script.recorded) : null,
});

/** A quarter of the messages' JSON in units, times the script's ratio. */
const weightOf = (messages, ratio) => Math.trunc((JSON.stringify(messages).length / 4) * ratio);

function write(response, body, { text, thought, calls, output, usage = 'plain', prompt, toolOf }) {
  const id = `chatcmpl-${prompt}`;
  const base = { id, object: 'chat.completion', created: 1_790_000_000, model: body.model };
  const reported = {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
  };
  if (usage === 'cached')
    reported.prompt_tokens_details = { cached_tokens: Math.trunc(prompt * 0.7) };
  const tool_calls = calls.map((call, index) => {
    const { name, args } = toolOf(call);
    // As long as those of OpenAI: some programs count them.
    const whole = { index, id: `call_${prompt}_${index}`.padEnd(29, '0'), type: 'function' };
    const text = call.mode === 'malformed' ? args.slice(0, -2) : args;
    return { ...whole, function: { name, arguments: text } };
  });
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  const said = {
    ...(thought ? { reasoning_content: thought } : {}),
    ...(text === '' ? {} : { content: text }),
    ...(calls.length > 0 ? { tool_calls } : {}),
  };
  const ended = usage === 'none' ? {} : { usage: reported };
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: null, ...said };
    const choices = [{ index: 0, message, finish_reason }];
    return response.end(JSON.stringify({ ...base, choices, ...ended }));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = { ...base, object: 'chat.completion.chunk' };
  const send = (value) => response.write(`data: ${JSON.stringify({ ...chunk, ...value })}\n\n`);
  send({ choices: [{ index: 0, delta: { role: 'assistant', ...said }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason }] });
  if (usage !== 'none') send({ choices: [], ...ended });
  return response.end('data: [DONE]\n\n');
}
