export { postEvidence as POST } from '@/lib/host/server/evidence/evidence';

export const dynamic = 'force-dynamic';
