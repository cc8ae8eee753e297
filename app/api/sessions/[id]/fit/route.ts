export { getFit as GET } from '@/lib/host/server/sessions/fit';

export const dynamic = 'force-dynamic';
