export { postIngest as POST } from '@/lib/host/server/imports/ingest';

export const dynamic = 'force-dynamic';
