export { getMappingHead as GET } from '@/lib/host/server/imports/mapping';

export const dynamic = 'force-dynamic';
