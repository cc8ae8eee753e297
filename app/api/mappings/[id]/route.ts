export { removeMapping as DELETE } from '@/lib/server/http/imports/mapping';

export const dynamic = 'force-dynamic';
