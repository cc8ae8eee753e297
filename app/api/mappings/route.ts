export { getMappings as GET, postMapping as POST } from '@/lib/host/server/imports/mapping';

export const dynamic = 'force-dynamic';
