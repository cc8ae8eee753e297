-- AlterTable
ALTER TABLE "Session" DROP COLUMN "usageTier";

-- A saved filter has no condition on it any more.
UPDATE "Corpus" SET "filter" = json_remove("filter", '$.tiers');
