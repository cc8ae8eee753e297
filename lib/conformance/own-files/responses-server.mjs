/** The scripted model behind `/responses`: plays a script's rounds, and notes each request. */
import { serveScript } from '../scripted-server.mjs';
import { recordedCounts, unitsOf } from './recorded-counts.mjs';

const REFUSED = 'The request could not be read.';

/** As `serveChat`, with items for messages; compactions are noted where the summariser is asked. */
export async function serveResponses({ isSummary, toolOf, messagesOf }) {
  const state = { script: null, rounds: [], requests: [], compactions: [], byHand: false, sent: 0 };
  const server = await serveScript(({ body }, response) => {
    if (isSummary(body)) {
      const text = state.script.summaries[state.sent % state.script.summaries.length];
      state.compactions.push(state.byHand ? 'manual' : 'auto');
      return write(response, body, { text, calls: [], output: 30, prompt: tokensOf(body, 1) });
    }
    const round = state.rounds.shift() ?? { text: 'Done.', calls: [], output: 1 };
    const compacted = state.compactions.length > 0;
    const prompt =
      state.counts?.(unitsOf(body.input), round, compacted) ?? tokensOf(body, state.script.ratio);
    const request = {
      tokens: round.error || round.usage === 'none' ? null : prompt,
      messages: messagesOf(body.input).length,
      failed: Boolean(round.error),
      time: Date.now(),
    };
    if (state.counts !== null) request.step = round.step ?? null;
    if (compacted) request.compactions = state.compactions;
    state.compactions = [];
    state.requests.push(request);
    if (round.error) {
      response.writeHead(round.error, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ error: { message: REFUSED, type: 'invalid' } }));
    }
    return write(response, body, { ...round, prompt });
  });

  /** The items of an answer: what it thought, said and called. */
  function itemsOf(id, { reasoning = 0, text, calls }) {
    const content = [{ type: 'output_text', text }];
    const thought = { type: 'reasoning', id: `rs-${id}`, summary: [] };
    return [
      ...(reasoning > 0 ? [{ ...thought, encrypted_content: 'e'.repeat(reasoning) }] : []),
      ...(text === '' ? [] : [{ type: 'message', role: 'assistant', id: `m-${id}`, content }]),
      ...calls.map((call, i) => {
        const { name, args } = toolOf(call);
        const whole = {
          type: 'function_call',
          id: `f-${id}-${i}`,
          call_id: `call-${id}-${i}`,
          name,
        };
        return { ...whole, arguments: call.mode === 'malformed' ? args.slice(0, -2) : args };
      }),
    ];
  }

  function write(response, _body, { output, usage = 'plain', prompt, ...answer }) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const id = `r${++state.sent}`;
    const send = (event) =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    send({ type: 'response.created', response: { id } });
    for (const [output_index, item] of itemsOf(id, answer).entries()) {
      send({ type: 'response.output_item.done', output_index, item });
    }
    const cached_tokens = usage === 'cached' ? Math.trunc(prompt * 0.7) : 0;
    const reported = {
      input_tokens: prompt,
      input_tokens_details: { cached_tokens },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: prompt + output,
    };
    const ended = usage === 'none' ? { id } : { id, usage: reported };
    send({ type: 'response.completed', response: ended });
    response.end();
  }

  return {
    ...server,
    state,
    /** Begins a script. */
    play(script) {
      Object.assign(state, {
        script,
        rounds: [],
        requests: [],
        compactions: [],
        byHand: false,
        sent: 0,
        counts: script.recorded ? recordedCounts(script.recorded) : null,
      });
    },
  };
}

/** A quarter of the items' JSON in units, times the script's ratio. */
const tokensOf = ({ input }, ratio) => Math.trunc((JSON.stringify(input).length / 4) * ratio);
