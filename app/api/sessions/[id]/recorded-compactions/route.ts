export { getRecordedCompactions as GET } from '@/lib/server/http/sessions/compactions';

export const dynamic = 'force-dynamic';
