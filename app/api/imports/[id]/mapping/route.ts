export { postImportMapping as POST } from '@/lib/host/server/imports/mapping';

export const dynamic = 'force-dynamic';
