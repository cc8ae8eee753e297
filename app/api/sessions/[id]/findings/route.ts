export { getFindings as GET } from '@/lib/host/server/findings/findings';

export const dynamic = 'force-dynamic';
