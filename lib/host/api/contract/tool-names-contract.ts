import * as z from 'zod';
import { list } from './fields';

const places = list(z.int().min(-1));

/** GET /api/sessions/[id]/tools: lib/tokens/text/tool-names.ts. */
export const toolNamesSchema = z.strictObject({
  names: list(z.string()),
  calls: places,
  results: places,
});
