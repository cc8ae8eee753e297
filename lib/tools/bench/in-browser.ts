import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../browser';

/** Chromium as root, without the network. */
const FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];

/** Measures in a browser that is closed then. */
export async function inBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}
