import { type HookObject, MANIFEST, type Plugin } from '@platform/plugin-sdk'

/** Hooks under a name, as `definePlugin` would give them, of whatever type a test needs. */
export function named(name: string, hooks: object): Plugin {
  return Object.defineProperty({ ...hooks }, MANIFEST, {
    value: Object.freeze({ name, version: '1.2.3', sdk: '^1.0', contract: 1 }),
  }) as HookObject as Plugin
}
