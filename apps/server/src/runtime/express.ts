import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The library has 100 modules, so that it is loaded only for plugins that have Express routes or an Express app. */
export const loadExpress = (): typeof import('express') => require('express') as typeof import('express')
