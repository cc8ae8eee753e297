export { getPrices as GET } from '@/lib/host/server/sessions/prices';

export const dynamic = 'force-dynamic';
