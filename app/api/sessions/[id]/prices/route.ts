export { getPrices as GET } from '@/lib/host/server/sessions/cost';

export const dynamic = 'force-dynamic';
