export { getOpenApi as GET } from '@/lib/host/server/imports/ingest';

export const dynamic = 'force-dynamic';
