export { getHealth as GET } from '@/lib/server/http/health';

export const dynamic = 'force-dynamic';
