export { getImports as GET, postImports as POST } from '@/lib/host/server/imports/imports';

export const dynamic = 'force-dynamic';
