export { getMappingHead as GET } from '@/lib/server/http/imports/mapping';

export const dynamic = 'force-dynamic';
