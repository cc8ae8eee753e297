/**
 * What a request asks of the model beside its messages: the most tokens of the response, which some providers
 * take from the window, and how much it shall reason. Names by provider: Chat Completions `max_tokens`,
 * `max_completion_tokens`, `reasoning_effort`; Responses `max_output_tokens`, `reasoning.effort`; Anthropic
 * `max_tokens`, `output_config.effort`; Gemini `generationConfig.maxOutputTokens`, `thinkingConfig.thinkingLevel`.
 */
import type { AskedOptions } from '@/lib/engine/session/schema';
import { fieldsOf, type Fields } from '../loose-json';

/** A count and a word as a file states them; absent where it states neither. */
export function asked(tokens: unknown, word: unknown): AskedOptions {
  const maxOutput =
    typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined;
  // Levels are single words; anything longer is no level, and a session without texts keeps this.
  const effort =
    typeof word === 'string' && /^[a-z_-]{1,20}$/i.test(word) ? word.toLowerCase() : undefined;
  return {
    ...(maxOutput !== undefined && { maxOutput }),
    ...(effort !== undefined && { effort }),
  };
}

/** The options of a request's body. */
export function askedOf(request: Fields): AskedOptions {
  const config =
    fieldsOf(request['generationConfig']) ??
    fieldsOf(request['generation_config']) ??
    fieldsOf(request['config']) ??
    {};
  const thinking = fieldsOf(config['thinkingConfig']) ?? fieldsOf(config['thinking_config']) ?? {};
  return asked(
    request['max_output_tokens'] ??
      request['max_completion_tokens'] ??
      request['max_tokens'] ??
      config['maxOutputTokens'] ??
      config['max_output_tokens'],
    fieldsOf(request['reasoning'])?.['effort'] ??
      request['reasoning_effort'] ??
      fieldsOf(request['output_config'])?.['effort'] ??
      thinking['thinkingLevel'] ??
      thinking['thinking_level'],
  );
}
