/**
 * Names under which a price list may know a model: its own; without a router's or a cloud's prefix and a
 * version suffix ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "openrouter/openai/gpt-5.4",
 * "claude-opus-4-5@20251101"); with a dash for a dot in Claude's versions ("claude-opus-4.5").
 */
export function modelNames(model: string): readonly string[] {
  const bare = (model.split('/').at(-1) ?? model)
    .replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '')
    .replace(/(?:-v\d+)?:\d+$/, '')
    .replace(/:[a-z]+$/, '');
  const dashed = bare.startsWith('claude') ? bare.replace(/(\d)\.(\d)/, '$1-$2') : bare;
  return [...new Set([model, bare, dashed])].filter((name) => name !== '');
}
