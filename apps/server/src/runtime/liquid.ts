import type { Liquid, LiquidOptions } from 'liquidjs'

/**
 * Makes an engine for templates in the language Liquid. In HTML every value is escaped. The library is loaded with the
 * first engine, because most processes render no template.
 */
export async function createLiquid(
  format: 'html' | 'txt',
  { filters = {}, ...options }: LiquidOptions & { readonly filters?: Readonly<Record<string, LiquidFilter>> } = {},
): Promise<Liquid> {
  const { Liquid: Engine } = await import('liquidjs')
  // Templates get no inherited property of a value, such as its constructor.
  const engine = new Engine({
    ...options,
    ownPropertyOnly: true,
    ...(format === 'html' ? { outputEscape: 'escape' as const } : {}),
  })
  for (const [name, filter] of Object.entries(filters)) engine.registerFilter(name, filter)
  return engine
}

/** A filter of templates. */
export type LiquidFilter = Parameters<Liquid['registerFilter']>[1]
