import { referenceOf } from './parts.mjs';

/** Cut or masked: no tool's result begins so. */
const isCut = ({ functionResponse }) => /^[O<]/.test(functionResponse?.response.output ?? '');

/** One generated session at Gemini CLI's client: what it does at each request. */
export class Session {
  constructor(settings, random, client, model) {
    Object.assign(this, { settings, random, client, model });
    this.entries = [];
    model.thoughts = () => this.#thoughts();
    this.covered = 0;
    this.steps = [];
    this.forced = [];
    const compress = client.tryCompressChat.bind(client);
    client.tryCompressChat = async (prompt, force, signal) => {
      if (this.info === undefined) {
        this.info = await compress(prompt, force, signal);
        if (this.info.compressionStatus === 1) this.#cover();
        return this.info;
      }
      // A forced compression came right before: this one finds nothing to do.
      return compress(prompt, force, signal);
    };
  }

  /** Behind the summary and its acknowledgement stand the entries that were kept. */
  #cover() {
    const kept = this.client.getChat().getHistory(true).length - 2;
    this.covered = this.entries.length - 1 - kept;
  }

  #thoughts() {
    const kept = this.entries.slice(this.covered).flat();
    return kept.filter((part) => part.thought).reduce((sum, part) => sum + referenceOf(part), 0);
  }

  /** One request, answered with the next event of the log; false where the client does not send it. */
  async ask(counted, answer, prompt) {
    const { client, model } = this;
    this.info = undefined;
    const request = this.entries.at(-1);
    const begins = request[0].functionResponse === undefined;
    if (this.settings.kind === 'forced' && begins && this.random.chance(0.4)) {
      this.forced.push(this.steps.length);
      await client.tryCompressChat(prompt, true);
    }
    model.answer = { parts: answer, counted };
    for await (const event of client.sendMessageStream(
      request,
      new AbortController().signal,
      prompt,
    )) {
      if (event.type === 'context_window_will_overflow') return false;
      if (event.type === 'error') throw new Error(JSON.stringify(event.value));
    }
    this.#note();
    return true;
  }

  #note() {
    // The chat's last two messages are this request and its answer.
    const history = this.client.getChat().getHistory(true).slice(0, -2);
    const { originalTokenCount, newTokenCount, compressionStatus } = this.info;
    this.steps.push([
      originalTokenCount,
      compressionStatus,
      compressionStatus === 2 ? newTokenCount : 0,
      this.covered,
      history.filter(({ parts }) => parts.some(isCut)).length,
      this.model.prompt,
    ]);
  }
}
