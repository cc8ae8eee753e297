export { getPrices as GET } from '@/lib/server/http/sessions/prices';

export const dynamic = 'force-dynamic';
