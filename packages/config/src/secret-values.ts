import { type EnvironmentSources, resolveSources } from './sources.ts'
import { variableNamed, variableNames } from './variables/index.ts'

/**
 * Lists the secrets of an environment, so that logs and reports can mask them: the values of secret variables, each key
 * inside them, and the passwords of addresses. It also works on an environment that `loadConfig` refuses.
 *
 * @example
 * secretValues({ env: { PLATFORM_KVSTORE_URL: 'redis://:hunter2@cache' }, cwd: process.cwd() }) // ['hunter2']
 */
export function secretValues(sources: EnvironmentSources): readonly string[] {
  const { texts } = resolveSources(sources)
  return [
    ...new Set(
      variableNames.flatMap(name => {
        const { text } = texts.get(name) ?? {}
        const { hides } = variableNamed(name)
        if (text === undefined || hides === undefined) return []
        return hides === 'secret' ? [text, ...keysIn(text)] : hides === 'credentials' ? passwordsIn(text) : []
      }),
    ),
  ].filter(text => text !== '')
}

/** The secret parts of `{"kid", "secret"}`, `{"kid", "private"}` and lists of them. */
function keysIn(text: string): string[] {
  try {
    return [JSON.parse(text) as unknown].flat().flatMap(key => {
      const { secret, private: own } = (key ?? {}) as { secret?: unknown; private?: unknown }
      return [secret, own].filter(part => typeof part === 'string')
    })
  } catch {
    return []
  }
}

/** Gives the password of an address, as written and as decoded. A password may contain an @. */
function passwordsIn(address: string): string[] {
  const written = /^[a-z][a-z0-9+.-]*:\/\/[^:@/]*:(.*)@/is.exec(address)?.[1]
  if (written === undefined) return []
  try {
    return [written, decodeURIComponent(written)]
  } catch {
    return [written]
  }
}
