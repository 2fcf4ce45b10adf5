import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/shared/app-error";

const keyFile = "secret.key";

/** The key that is kept beside the data when no KABOO_SECRET is set: made once, read by its owner alone. */
function keptKey(dataFolder: string): Buffer {
  const file = join(dataFolder, keyFile);
  mkdirSync(dataFolder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    // It may have been copied with other rights.
    chmodSync(file, 0o600);
  }
  return Buffer.from(readFileSync(file, "utf8").trim(), "hex");
}

/** Hides what may not be read from the database's file or a copy of it (S5). */
export function createSecrets({ secret, dataFolder }: { secret?: string | undefined; dataFolder: string }) {
  let made: Buffer | undefined;
  const key = () => {
    const from = secret ?? keptKey(dataFolder);
    made ??= Buffer.from(hkdfSync("sha256", from, "kaboo-canvas", "secrets at rest", 32));
    return made;
  };

  return {
    hide(text: string): string {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key(), iv);
      const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return ["v1", iv, cipher.getAuthTag(), hidden]
        .map((part) => (typeof part === "string" ? part : part.toString("base64url")))
        .join(".");
    },
    /** Throws unavailable when the key isn't the one it was hidden with, or when it was tampered with. */
    reveal(hidden: string): string {
      try {
        const [version, iv, tag, text] = hidden.split(".");
        if (version !== "v1" || !iv || !tag || text === undefined) throw new Error("another form");
        const decipher = createDecipheriv("aes-256-gcm", key(), Buffer.from(iv, "base64url"));
        decipher.setAuthTag(Buffer.from(tag, "base64url"));
        return decipher.update(Buffer.from(text, "base64url"), undefined, "utf8") + decipher.final("utf8");
      } catch (cause) {
        throw new AppError(
          "unavailable",
          "A stored secret can't be read with this server's key. Set the KABOO_SECRET it was stored with, or enter it again.",
          { cause },
        );
      }
    },
  };
}

export type Secrets = ReturnType<typeof createSecrets>;
