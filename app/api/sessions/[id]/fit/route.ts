export { getFit as GET } from '@/lib/server/http/sessions/fit';

export const dynamic = 'force-dynamic';
