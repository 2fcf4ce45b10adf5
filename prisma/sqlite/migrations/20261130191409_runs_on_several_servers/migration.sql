-- AlterTable
ALTER TABLE "Run" ADD COLUMN "liveThread" TEXT;
ALTER TABLE "Run" ADD COLUMN "stopAt" DATETIME;

-- CreateTable
CREATE TABLE "QueuedMessage" (
    "id" TEXT NOT NULL,
    "threadId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "runId" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("threadId", "id")
);

-- CreateIndex
CREATE UNIQUE INDEX "QueuedMessage_runId_key" ON "QueuedMessage"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "QueuedMessage_threadId_position_key" ON "QueuedMessage"("threadId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Run_liveThread_key" ON "Run"("liveThread");
