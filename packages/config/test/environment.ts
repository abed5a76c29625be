import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConfigProblem } from '../src/index.ts'
import { ConfigError, loadConfig } from '../src/index.ts'

export type Environment = Record<string, string>

/** Makes a fresh folder, so that no other `.env` is found. */
export const emptyFolder = () => mkdtempSync(join(tmpdir(), 'config-'))
const cwd = emptyFolder()

/** A secret of as many characters, at most 88, that repeats nothing. */
export const secretOf = (length: number) => createHash('sha512').update('tests').digest('base64').slice(0, length)

/** The least a production environment needs. */
export const production: Environment = {
  NODE_ENV: 'production',
  PLATFORM_ROOT_URL: 'https://comments.example.com',
  PLATFORM_DOCSTORE_URL: 'mongodb://db.example.com/platform',
  PLATFORM_KVSTORE_URL: 'redis://kv.example.com:6379',
  PLATFORM_JWT_SECRET: secretOf(64),
}

/** What `loadConfig` accepts in production with these variables changed. */
export const loaded = (env: Environment = {}) => loadConfig({ env: { ...production, ...env }, cwd })

/** What `loadConfig` accepts with these variables and no others, outside production unless they say so. */
export const loadedAlone = (env: Environment = {}) => loadConfig({ env, cwd })

/** The error of a load that must fail. */
export function refusal(load: () => unknown): ConfigError {
  try {
    load()
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('the configuration was accepted')
}

export const problemsOf = (env: Environment): readonly ConfigProblem[] => refusal(() => loaded(env)).problems
