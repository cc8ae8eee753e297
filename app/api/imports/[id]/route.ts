export { getImport as GET, deleteImport as DELETE } from '@/lib/server/http/imports/imports';

export const dynamic = 'force-dynamic';
