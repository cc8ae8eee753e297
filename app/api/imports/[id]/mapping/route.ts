export { postImportMapping as POST } from '@/lib/server/http/imports/mapping';

export const dynamic = 'force-dynamic';
