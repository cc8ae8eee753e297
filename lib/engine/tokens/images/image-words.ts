import { formatInteger } from '@/lib/engine/base/format';
import type { ImageSize } from '@/lib/engine/session/schema';
import { imageRule } from './image-rules';

/** "1,564 tokens: 2,000 × 1,500 px under Anthropic’s rule"; without a rule why there is none. */
export function imageWords(image: ImageSize, model: string | null): string {
  const rule = imageRule(model);
  const tokens = rule?.tokens(image) ?? null;
  const pixels = `${formatInteger(image.width)} × ${formatInteger(image.height)} px`;
  if (model === null) return `${pixels}, no model recorded`;
  if (rule === null) return `${pixels}, no rule known for ${model}`;
  if (tokens === null) return `${pixels}, more than ${rule.owner} accepts`;
  const detail = image.detail === undefined ? '' : `, ${image.detail} detail,`;
  return `${formatInteger(tokens)} tokens: ${pixels}${detail} under ${rule.owner}’s rule`;
}
