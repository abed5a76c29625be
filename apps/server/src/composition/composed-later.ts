import type { Composed } from '../contract/composed.ts'

/** What is composed, for services, which are made before everything else. */
export function composedLater(read: () => Composed | undefined): Composed {
  const composed = (): Composed => {
    const found = read()
    if (!found) throw new Error('what is composed is not there yet: read it later, inside a function')
    return found
  }
  return {
    get plugins() {
      return composed().plugins
    },
    get schema() {
      return composed().schema
    },
    get authorOf() {
      return composed().authorOf
    },
    get createContext() {
      return composed().createContext
    },
    get tags() {
      return composed().tags
    },
    get phases() {
      return composed().phases
    },
    get translations() {
      return composed().translations
    },
    get strategies() {
      return composed().strategies
    },
    get offeredStrategies() {
      return composed().offeredStrategies
    },
    get findUnknown() {
      return composed().findUnknown
    },
    get personalData() {
      return composed().personalData
    },
  }
}
