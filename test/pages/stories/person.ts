// A user of the pages in a browser, whose actions are counted: each click, filled field, choice and pressed key.
// Reading and waiting do not count.
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

  /** Ends the visit. Returns the browser's errors and the requests to other origins. */
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
  /** Chooses a network in the header. Counts two actions: a click on the field and a click on the name. */
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

  /** The number of pixels by which the page is wider than the window. */
  sideways = () => this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
