import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeySet, createTokens, type Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Clock } from '../runtime/clock.ts'
import { derivePluginSecrets } from '../runtime/plugin-secrets.ts'
import { keepSecret } from '../runtime/secrets.ts'

/** The platform's tokens, and notes for the operator about their key. */
export interface TokensOfConfig {
  readonly tokens: Tokens
  readonly notes: readonly string[]
}

/** Tokens that are signed with the configured keys. Outside production a missing key is made and kept in a file. */
export async function tokensOf(config: Config, clock: Clock): Promise<TokensOfConfig> {
  const { algorithm, secret, secrets } = config.jwt
  const given = secret !== undefined || secrets !== undefined
  const made = given ? null : await keptSecret(config.dataDir)
  if (made) keepSecret([made.secret])
  const keys = await createKeySet({
    algorithm,
    production: config.production,
    ...(secrets === undefined ? {} : { secrets }),
    ...(made ? { secret: made.secret } : secret === undefined ? {} : { secret }),
  })
  derivePluginSecrets(
    [secret ?? secrets ?? made?.secret].flat().map(key => (typeof key === 'string' ? key : JSON.stringify(key))),
  )
  const notes = made ? [`signs sessions with the key in ${made.file}; set PLATFORM_JWT_SECRET to use your own`] : []
  return { tokens: createTokens({ keys, config: config.jwt, now: () => clock.now().getTime() }), notes }
}

async function keptSecret(dataDir: string): Promise<{ secret: string; file: string }> {
  const file = join(dataDir, 'session-key')
  try {
    return { secret: (await readFile(file, 'utf8')).trim(), file }
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ENOENT') throw error
    await mkdir(dataDir, { recursive: true })
    const secret = randomBytes(64).toString('base64url')
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
    return { secret, file }
  }
}
