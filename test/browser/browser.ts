import {type Browser, type BrowserContext, chromium, type FrameLocator, type Page} from 'playwright-core';
import {afterAll, beforeAll, inject, onTestFinished} from 'vitest';

/** One real Chromium for a file of tests, and nothing of one test left for the next. */
export function browserOfThisFile(): {readonly visit: (url: string, options?: VisitOptions) => Promise<Visit>} {
  let browser: Browser;
  beforeAll(async () => {
    const args = ['--no-sandbox', '--host-resolver-rules=MAP *.example 127.0.0.1'];
    browser = await chromium.launch({executablePath: inject('chromium'), args, env: process.env});
  });
  afterAll(() => browser.close());
  return {
    visit: async (url, {runsScripts = true, viewport = {width: 1280, height: 800}, isPhone = false} = {}) => {
      const context = await browser.newContext({
        ignoreHTTPSErrors: true, // the test's certificate is its own
        javaScriptEnabled: runsScripts,
        viewport,
        isMobile: isPhone,
      });
      onTestFinished(() => context.close());
      return open(context, url);
    },
  };
}

type VisitOptions = {
  readonly runsScripts?: boolean;
  readonly viewport?: {readonly width: number; readonly height: number};
  /** A phone shrinks a page that is wider than its window. */
  readonly isPhone?: boolean;
};

export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly bank: FrameLocator;
  /** What the page says of the payment. */
  readonly says: () => Promise<string | null>;
  /** What the browser refused, and every error of a script. */
  readonly complaints: readonly string[];
};

async function open(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('dialog', dialog => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return {
    context,
    page,
    bank: page.frameLocator('iframe'),
    says: () => page.getByRole('status').textContent(),
    complaints,
  };
}
