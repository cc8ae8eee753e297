export { getFound as GET } from '@/lib/server/http/live/watched';

export const dynamic = 'force-dynamic';
