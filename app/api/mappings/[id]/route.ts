export { removeMapping as DELETE } from '@/lib/host/server/imports/mapping';

export const dynamic = 'force-dynamic';
