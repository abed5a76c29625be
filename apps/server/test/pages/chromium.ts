import { program } from '../../../../test/programs.ts'

/** What tests in a browser need. The shell is Chromium without its own windows: tests take half of the time with it. */
export const CHROMIUM = program('chromium-headless-shell', 'chromium', 'chromium-browser')

/** The arguments that Chromium is started with. */
export { BROWSER_ARGS as CHROMIUM_ARGS } from '@platform/plugin-testing'
