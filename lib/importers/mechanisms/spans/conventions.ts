import { adkSpans } from './adk-spans';
import type { Attributes } from './attributes';
import { genai } from './genai';
import { openInference } from './openinference';
import { openLlmetry } from './openllmetry';
import type { SpanConvention, Span } from './reading';
import { vercelSpans } from './vercel-spans';

/**
 * The conventions, the fullest recording first: spans often carry the attributes of two, and the
 * GenAI convention's beside any other.
 */
export const conventions: readonly SpanConvention[] = [
  adkSpans,
  vercelSpans,
  openInference,
  openLlmetry,
  genai,
];

/** The one convention for reading a span; null for a span that is not a model call. */
export function conventionOf(span: Span, attributes: Attributes): SpanConvention | null {
  return conventions.find((convention) => convention.claims(span, attributes)) ?? null;
}
