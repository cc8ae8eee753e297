// Makes everything that `npm start` needs besides the packages, and starts nothing: for an image.
import { ensureBuilt, ensureInstalled, ensurePrismaClient, main } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  await ensurePrismaClient();
  await ensureBuilt();
});
