import type { RequestContext } from '../request/state.ts'

/**
 * Adds origins to directives of the content security policy of one answer. Does nothing if the operator has removed the
 * policy.
 *
 * @example
 * allowSources(ctx, ['style-src'], ['https://styles.example'])
 */
export function allowSources(ctx: RequestContext, names: readonly string[], origins: readonly string[]): void {
  const policy = ctx.response.get('Content-Security-Policy')
  if (!policy) return
  const directives = new Map(
    policy
      .split(';')
      .map(text => text.trim())
      .filter(Boolean)
      .map(text => {
        const [name = '', ...sources] = text.split(/\s+/)
        return [name, sources] as const
      }),
  )
  for (const name of names) {
    const sources = (directives.get(name) ?? directives.get('default-src') ?? []).filter(source => source !== "'none'")
    directives.set(name, [...new Set([...sources, ...origins])])
  }
  ctx.set('Content-Security-Policy', [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';'))
}
