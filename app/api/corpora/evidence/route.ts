export { postEvidence as POST } from '@/lib/server/http/evidence/evidence';

export const dynamic = 'force-dynamic';
