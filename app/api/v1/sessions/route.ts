export { postIngest as POST } from '@/lib/server/http/imports/ingest';

export const dynamic = 'force-dynamic';
