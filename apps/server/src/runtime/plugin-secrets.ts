import { hkdfSync } from 'node:crypto'

const KEY = Symbol.for('@platform/server/plugin-secrets')

/** Plugins may load the server's files a second time, so all copies of this module share one list. */
const shared = globalThis as typeof globalThis & { [KEY]?: readonly string[] }

/** Derives the secrets of plugin tokens from the keys of the sessions, so that no secret is used for both. */
export function derivePluginSecrets(keys: readonly string[]): void {
  shared[KEY] = keys.map(key => Buffer.from(hkdfSync('sha256', key, '', 'plugin tokens', 32)).toString('base64url'))
}

/** The secrets of plugins' tokens: the first signs, all verify. @throws Error before the platform runs. */
export function pluginSecrets(): readonly string[] {
  const secrets = shared[KEY]
  if (!secrets) throw new Error('secrets do not exist while plugins are loaded: use them in the hook init, or later')
  return secrets
}
