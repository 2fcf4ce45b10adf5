-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Change" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "authorKind" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "threadId" TEXT NOT NULL DEFAULT '',
    "runId" TEXT NOT NULL DEFAULT '',
    "callId" TEXT NOT NULL DEFAULT '',
    "invocationId" TEXT NOT NULL DEFAULT '',
    "callKey" TEXT NOT NULL,
    "operations" JSONB NOT NULL,
    "inverse" JSONB NOT NULL,
    "touched" JSONB NOT NULL,
    "undoneBy" TEXT NOT NULL DEFAULT '',
    "createdAt" DATETIME NOT NULL
);
INSERT INTO "new_Change" ("authorKind", "authorName", "callId", "callKey", "createdAt", "id", "inverse", "operations", "ownerId", "runId", "subject", "subjectId", "summary", "threadId", "touched", "undoneBy", "version") SELECT "authorKind", "authorName", "callId", "callKey", "createdAt", "id", "inverse", "operations", "ownerId", "runId", "subject", "subjectId", "summary", "threadId", "touched", "undoneBy", "version" FROM "Change";
DROP TABLE "Change";
ALTER TABLE "new_Change" RENAME TO "Change";
CREATE UNIQUE INDEX "Change_callKey_key" ON "Change"("callKey");
CREATE INDEX "Change_ownerId_createdAt_idx" ON "Change"("ownerId", "createdAt");
CREATE INDEX "Change_threadId_createdAt_idx" ON "Change"("threadId", "createdAt");
CREATE INDEX "Change_runId_idx" ON "Change"("runId");
CREATE UNIQUE INDEX "Change_subject_subjectId_version_key" ON "Change"("subject", "subjectId", "version");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
