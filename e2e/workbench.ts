import { expect, type Locator, type Page } from "@playwright/test";

/** The page as a person meets it: by role, in their words. */
export class Workbench {
  readonly page: Page;
  readonly chat: Locator;
  readonly canvas: Locator;
  readonly composer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.chat = page.getByRole("region", { name: "Chat", exact: true });
    this.canvas = page.getByRole("region", { name: "Canvas", exact: true });
    this.composer = page.getByRole("textbox", { name: "Message to Kaboo" });
  }

  async open(path = "/"): Promise<void> {
    await this.page.goto(path);
    await expect(this.composer).toBeEditable();
    // Until the stream has said what is there, nothing that is typed is safe.
    await expect(this.chat.getByRole("status", { name: "Opening the conversation" })).toBeHidden();
  }

  async say(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
  }

  /** Says it, and waits until the team has nothing left to do. */
  async ask(text: string): Promise<void> {
    const turns = await this.turns().count();
    await this.say(text);
    await expect(this.turns()).toHaveCount(turns + 1);
    await this.idle();
  }

  async idle(): Promise<void> {
    await expect(this.chat.getByRole("button", { name: "Stop", exact: true })).toBeHidden({
      timeout: 45_000,
    });
  }

  /** Each question with what came of it. */
  turns(): Locator {
    return this.chat.getByRole("article", { name: /^Question: / });
  }

  /** Drags a file from the desktop onto the page. */
  async drop(name: string, text: string): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      ([fileName, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], fileName, { type: "text/csv" }));
        return transfer;
      },
      [name, text] as const,
    );
    for (const type of ["dragenter", "dragover", "drop"]) {
      await this.canvas.dispatchEvent(type, { dataTransfer });
    }
  }

  widgets(): Locator {
    return this.canvas.getByRole("article");
  }

  widget(title: string | RegExp): Locator {
    return this.canvas.getByRole("article", { name: title });
  }

  boardTitle(): Locator {
    return this.canvas.getByRole("heading", { level: 1 });
  }

  /** The tool cards of the newest answer, in order. */
  newestCards(): Locator {
    return this.turns()
      .last()
      .getByRole("button", { name: /, done$/ });
  }
}

/**
 * Plays a scenario on a server whose model is scripted: each run that the page starts names it, as a host that embeds
 * the page would.
 */
export async function playScenario(page: Page, name: string): Promise<void> {
  await page.route("**/api/agent", async (route) => {
    const body = route.request().postDataJSON();
    const forwardedProps = { ...body.forwardedProps, kaboo_scenario: name };
    await route.continue({ postData: JSON.stringify({ ...body, forwardedProps }) });
  });
}
