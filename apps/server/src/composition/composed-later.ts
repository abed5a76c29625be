import type { Composed } from '../contract/composed.ts'

/**
 * What is composed, for services, which are made before everything else. A part is looked up each time it is read, so
 * a new part of `Composed` needs no line here.
 */
export function composedLater(read: () => Composed | undefined): Composed {
  const get = (_target: Composed, part: string | symbol): unknown => {
    const found = read()
    if (!found) throw new Error('what is composed is not there yet: read it later, inside a function')
    return Reflect.get(found, part)
  }
  // The parts come from `get`: the object behind it has none.
  return new Proxy({} as Composed, { get })
}
