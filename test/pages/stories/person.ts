// Somebody at the pages in a browser, whose actions are counted: each click, each field that is filled, each choice and
// each key. Reading and waiting are no actions.
import type { Browser, Locator, Page } from 'playwright-core';
import { chooseNetwork, leavePage, newVisitor, type Visitor } from '../browser';

export class Person {
  actions = 0;
  private constructor(
    private readonly browser: Browser,
    readonly visitor: Visitor,
    readonly page: Page,
  ) {}

  static async arrive(browser: Browser, url: string, options: Parameters<typeof newVisitor>[2] = {}): Promise<Person> {
    const visitor = await newVisitor(browser, url, { width: 1440, height: 900, ...options });
    return new Person(browser, visitor, visitor.page);
  }

  /** What the browser complained about, and requests to other origins. Ends the visit. */
  async leave(): Promise<string[]> {
    await leavePage(this.browser, this.visitor);
    return [...this.visitor.foreignRequests, ...this.visitor.complaints];
  }

  async click(target: Locator): Promise<void> {
    this.actions += 1;
    await target.click();
  }
  async fill(target: Locator, text: string): Promise<void> {
    this.actions += 1;
    await target.fill(text);
  }
  async choose(target: Locator, label: string): Promise<void> {
    this.actions += 1;
    await target.selectOption({ label });
  }
  /** A click on the field, and one on the name. */
  async chooseNetwork(name: string): Promise<void> {
    this.actions += 2;
    await chooseNetwork(this.page, name);
  }
  async press(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  button = (name: string | RegExp) => this.page.getByRole('button', { name, exact: true });
  link = (name: string | RegExp) => this.page.getByRole('link', { name, exact: true });

  async signIn(email: string, password: string): Promise<void> {
    await this.page.getByLabel('E-mail').first().waitFor();
    await this.fill(this.page.getByLabel('E-mail').first(), email);
    await this.fill(this.page.getByLabel('Password').first(), password);
    await this.click(this.button('Sign in'));
  }

  /** Waits until the map is drawn. */
  isDrawn = () => this.page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();

  /** How far the page scrolls sideways, in pixels. */
  sideways = () => this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
