import * as z from 'zod';

/** Chars that stand for a token of tokenx, by which both of Mastra's policies count. */
export const perSetting = z.number().min(1).max(12).default(3.7).meta({
  label: 'Chars a token',
  description:
    'Stands for tokenx, which counts words and signs: a median of 3.7 in recorded sessions, 6 within a long word',
  advice: 'Lower it for code and JSON, raise it for prose',
});
