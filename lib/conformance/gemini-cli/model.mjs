import { referenceOf } from './parts.mjs';

/** The model: answers with the log's next event, summaries of drawn sizes; it cannot count media. */
export class ScriptedModel {
  constructor(settings, random) {
    this.settings = settings;
    this.random = random;
    this.summaries = [];
    this.attempt = undefined;
  }

  /** Two calls a summary: the first draft may be empty, then the second counts, or the other way. */
  async generateContent() {
    if (this.attempt === undefined) {
      const bytes = this.#drawSummary();
      this.summaries.push(bytes);
      const first = this.random.chance(0.1) ? bytes : 4;
      this.attempt = [bytes === 0 ? 0 : first, first === bytes ? 0 : bytes];
    }
    const bytes = this.attempt.shift();
    if (this.attempt.length === 0) this.attempt = undefined;
    return { candidates: [{ content: { role: 'model', parts: [{ text: 'x'.repeat(bytes) }] } }] };
  }

  #drawSummary() {
    if (this.random.chance(0.06)) return 0;
    const huge = this.random.chance(0.12);
    return 4 * (huge ? this.random.int(1_000, 40_000) : this.random.int(1, 700));
  }

  generateContentStream({ contents }) {
    const { parts, counted } = this.answer;
    const { ratio, system } = this.settings;
    const whole = contents.flatMap((content) => content.parts).map(referenceOf);
    // The environment's message is a part of the prefix.
    const visible = whole.reduce((sum, tokens) => sum + tokens, 0) - this.settings.environment;
    const promptTokenCount = Math.trunc((system + visible + this.thoughts()) * ratio);
    this.prompt = promptTokenCount;
    const calls = parts.filter((part) => part.functionCall).map((part) => part.functionCall);
    const response = {
      candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
      functionCalls: calls.length > 0 ? calls : undefined,
      usageMetadata: counted ? { promptTokenCount } : undefined,
    };
    return Promise.resolve(
      (async function* () {
        yield response;
      })(),
    );
  }

  countTokens() {
    return Promise.reject(new Error('There is no network.'));
  }
}
