export { getImport as GET, deleteImport as DELETE } from '@/lib/host/server/imports/imports';

export const dynamic = 'force-dynamic';
