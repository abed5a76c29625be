import { join } from 'node:path'
import { type Config, ConfigError, loadConfig } from '@platform/config'

/** The configuration of a platform that is composed for a trial, with its stores in the directory. */
export function trialConfig(directory: string): Config {
  return loadConfig({
    cwd: directory,
    env: {
      NODE_ENV: 'test',
      PLATFORM_DOCSTORE_URL: `sqlite:${join(directory, 'platform.db')}`,
      PLATFORM_KVSTORE_URL: 'memory:',
      PLATFORM_JWT_SECRET: 'signs nothing: this platform is thrown away',
    },
  })
}

/** The configuration of a project; that of a trial when the environment is invalid, which a start would report. */
export function configOrTrial(directory: string): Config {
  try {
    return loadConfig({ env: process.env, cwd: directory })
  } catch (error) {
    if (error instanceof ConfigError) return trialConfig(directory)
    throw error
  }
}
