import { program } from '../../../../test/needs.ts'

/** What tests in a browser need. The shell is Chromium without its own windows: tests take half of the time with it. */
export const CHROMIUM = program('chromium-headless-shell', 'chromium', 'chromium-browser')

/**
 * The arguments that Chromium is started with. The list of features that Playwright switches off is replaced, because
 * it names storage partitioning: readers' browsers give a frame of another site a storage of its own.
 */
export const CHROMIUM_ARGS = ['--no-sandbox', '--headless', '--disable-features=PaintHolding']
