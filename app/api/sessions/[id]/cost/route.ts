export { postCost as POST } from '@/lib/host/server/sessions/cost';

export const dynamic = 'force-dynamic';
