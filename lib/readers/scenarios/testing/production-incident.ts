import { sessionSchema, type Session } from '@/lib/engine/session/schema';
import session from '@/public/samples/production-incident.json';

/**
 * The incident of threshold-strategy-v2.md as a generated session: its last request, step 143, is
 * refused at 200,819 tokens of which ContextGuard counted 24,000.
 */
export const productionIncident = {
  id: 'production-incident',
  /** Reads it anew. */
  build: (): Session => sessionSchema.parse(session),
} as const;
