import { program } from '../../../../test/needs.ts'

/** What tests in a browser need. */
export const CHROMIUM = program('chromium', 'chromium-browser')
