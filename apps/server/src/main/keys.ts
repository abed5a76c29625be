import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createKeySet, createTokens, type Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import { messageOf } from '@platform/plugin-host'
import { z } from 'zod'
import type { Clock } from '../runtime/clock.ts'
import { EXIT } from '../runtime/failure.ts'
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
  derivePluginSecrets(secretsOf({ secret: secret ?? made?.secret, secrets }))
  const notes = made ? [`signs sessions with the key in ${made.file}; set PLATFORM_JWT_SECRET to use your own`] : []
  return { tokens: createTokens({ keys, config: config.jwt, now: () => clock.now().getTime() }), notes }
}

const writtenKey = z.object({ secret: z.string().optional(), private: z.string().optional() })

/**
 * The secret part of each key that can sign. Each stays the same whatever list the key is in, and so do the tokens of
 * plugins.
 */
function secretsOf({ secret = '', secrets }: Pick<Config['jwt'], 'secret' | 'secrets'>): readonly string[] {
  if (secrets === undefined && !secret.trimStart().startsWith('{')) return [secret]
  const keys = [JSON.parse(secrets ?? secret) as unknown].flat().map(key => writtenKey.parse(key))
  return keys.flatMap(key => key.secret ?? key.private ?? [])
}

/** The key in the data folder, which is made when there is none, or only the empty file that a full disk left. */
async function keptSecret(dataDir: string): Promise<{ secret: string; file: string }> {
  const file = join(dataDir, 'session-key')
  try {
    if (!(await textOf(file))) await makeSecret(file)
    return { secret: (await textOf(file)) ?? '', file }
  } catch (error) {
    const message = `${file}, the key that signs sessions, can't be made or read: ${messageOf(error)}`
    throw Object.assign(new Error(message, { cause: error }), { exitCode: EXIT.cannotCreate })
  }
}

const textOf = async (file: string) => (await readFile(file, 'utf8').catch(unless('ENOENT')))?.trim()

/** Makes a key, whose file has its name once it is whole. Of several servers that start together one names its own. */
async function makeSecret(file: string): Promise<void> {
  const written = `${file}.${randomUUID()}`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(written, `${randomBytes(64).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    if ((await textOf(file)) === '') await rm(file, { force: true })
    await link(written, file).catch(unless('EEXIST'))
  } finally {
    await rm(written, { force: true })
  }
}

/** Lets an error with this code pass. */
const unless = (code: string) => (error: unknown) => {
  if (!(error instanceof Error) || Reflect.get(error, 'code') !== code) throw error
}
