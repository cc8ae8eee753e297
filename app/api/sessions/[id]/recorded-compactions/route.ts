export { getRecordedCompactions as GET } from '@/lib/host/server/sessions/compactions';

export const dynamic = 'force-dynamic';
