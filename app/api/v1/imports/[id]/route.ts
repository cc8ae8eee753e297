export { getIngest as GET } from '@/lib/server/http/imports/ingest';

export const dynamic = 'force-dynamic';
